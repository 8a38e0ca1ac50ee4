package dev.berth.service.notice;

import dev.berth.wire.IdKind;
import dev.berth.words.Unit;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Notices as mails.
 *
 * @param address where people find the service; empty if that is not set
 * @param units what pools call their servers, by name
 */
record MailText(String site, Optional<String> address, ZoneId zone, Function<String, Unit> units) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("EEE d MMM uuuu HH:mm z", Locale.ENGLISH);

    private static final int LONGEST_REASON = 2_000;

    String subject(List<Notice> notices) {
        return "[%s] %s"
                .formatted(
                        site,
                        notices.size() == 1
                                ? headline(notices.getFirst())
                                : notices.size() + " notices about your reservations");
    }

    String text(List<Notice> notices) {
        String all = notices.stream().map(this::paragraph).collect(Collectors.joining("\n\n"));
        String end = address.map(base -> "\n\nAll your reservations: " + base + "/\n")
                .orElse("\n");
        return all + end + "\n-- \nYou receive this mail because you asked the site " + Mailer.oneLine(site)
                + " to tell you about your reservations.\nTo choose what you are told: "
                + address.map(base -> base + "/#/notices, or ").orElse("")
                + "berth notices set --kinds moved,released\nTo end these mails: berth notices set --no-mail"
                + (address.isPresent() ? ", or the link to unsubscribe in this mail" : "") + "\n";
    }

    private String paragraph(Notice notice) {
        StringBuilder text = new StringBuilder(headline(notice)).append('\n');
        notice.place()
                .ifPresent(place -> text.append("\n  Start:   ")
                        .append(time(place.start()))
                        .append(notice.previous()
                                .filter(before -> before != place.start())
                                .map(before -> " (before: " + time(before) + ")")
                                .orElse(""))
                        .append("\n  End:     ")
                        .append(time(place.end()))
                        .append("\n  Takes:   ")
                        .append(unit(notice).counted(place.servers()))
                        .append(" of pool ")
                        .append(place.pool()));
        if (!notice.detail().isEmpty()) {
            text.append("\n  Reason:  ").append(Mailer.oneLine(notice.why().written(this::time), LONGEST_REASON));
        }
        String advice = isDeal(notice) ? "" : advice(notice);
        if (!advice.isEmpty()) {
            text.append("\n  To do:   ").append(advice);
        }
        return text.toString();
    }

    private static String advice(Notice notice) {
        String id = notice.reservation();
        return switch (notice.kind()) {
            case CONFIRMED -> "nothing. To cancel it: berth cancel " + id;
            case STARTS_SOON -> "run a command in it: berth run --reservation %s -- COMMAND".formatted(id);
            case MOVED -> "nothing, if that suits you. To cancel it: berth cancel " + id;
            case DEGRADED -> "nothing, others are looked for. To give it up: berth cancel " + id;
            case RECOVERED -> "nothing";
            case ENDS_SOON ->
                "save your work. To keep it for an hour more: berth change %s extend --work 1h".formatted(id);
            case ASKED ->
                "accept it: berth accept %s. To keep everything as it is: nothing, or berth decline %s"
                        .formatted(id, id);
            case ASK_ACCEPTED, ASK_DECLINED, ASK_ENDED -> "nothing";
            case ROOM_FOUND ->
                notice.staleAfter() == 0
                        ? "nothing. To give it up: see above"
                        : "confirm it: berth confirm %s. To give it up: berth cancel %s".formatted(id, id);
            case TURNED_AWAY, RELEASED -> "book it again if you still need it: berth book --help";
        };
    }

    private Unit unit(Notice notice) {
        return isDeal(notice)
                ? Unit.SERVER
                : notice.place().map(place -> units.apply(place.pool())).orElse(Unit.SERVER);
    }

    private String time(long time) {
        return TIME.withZone(zone).format(Instant.ofEpochMilli(time));
    }

    private String headline(Notice notice) {
        String what = Mailer.oneLine(notice.job()) + " (" + notice.reservation() + ")";
        return switch (notice.kind()) {
            case CONFIRMED -> what + " is confirmed";
            case STARTS_SOON -> what + " starts soon";
            case MOVED ->
                what
                        + earlier(notice)
                                .map(start -> " starts earlier: " + time(start))
                                .orElse(" has moved");
            case DEGRADED ->
                what
                        + (isDeal(notice)
                                ? " has lost a part"
                                : " has lost its " + unit(notice).plural());
            case RECOVERED -> what + " has " + unit(notice).plural() + " again";
            case ENDS_SOON -> what + " ends soon";
            case TURNED_AWAY -> what + " was turned away";
            case RELEASED -> what + " was released";
            case ASKED -> "May " + Mailer.oneLine(notice.job()) + " be more flexible? (" + notice.reservation() + ")";
            case ASK_ACCEPTED -> what + " was accepted";
            case ASK_DECLINED -> what + " was declined";
            case ASK_ENDED -> what + " is no longer asked";
            case ROOM_FOUND -> what + " has room now";
        };
    }

    /** When it starts now, if that is before it was to start. */
    private static Optional<Long> earlier(Notice notice) {
        return notice.place()
                .map(Notice.Place::start)
                .filter(start ->
                        notice.previous().filter(before -> start < before).isPresent());
    }

    /** Whether the notice is about a deal of a broker, whose parts have servers at several sites. */
    private static boolean isDeal(Notice notice) {
        return IdKind.DEAL.number(notice.reservation()).isPresent();
    }
}
