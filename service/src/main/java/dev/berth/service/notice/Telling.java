package dev.berth.service.notice;

import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Decides who is told of a notice and by which ways, and puts it into the outbox. */
public record Telling(Transaction transaction) {
    /** Whether anybody may want to be told anything; most sites and most bookings need no more than this question. */
    public static boolean isAnybodyThere(View view) {
        return !view.facts(Webhooks.class).isEmpty()
                || view.facts(Preferences.class).hasMail();
    }

    public void tell(Collection<Notice> notices) {
        notices.forEach(this::tell);
    }

    private void tell(Notice notice) {
        View view = transaction.view();
        Preference choice = view.facts(Preferences.class).of(notice.user());
        boolean isNeedless = isNeedless(view, choice, notice);
        List<String> ways = ways(notice, choice.wantsMail(notice.kind()) && !isNeedless);
        // A reminder that is not worth a mail counts as given, so that it is not decided anew.
        if (!ways.isEmpty() || isNeedless) {
            long number = transaction.view().facts(Outbox.class).next();
            transaction.record(Outbox.KIND, new OutboxFact.Added(notice.numbered(number), ways));
        }
    }

    private List<String> ways(Notice notice, boolean isMailed) {
        View view = transaction.view();
        Stream<String> webhooks = view.facts(Webhooks.class).all().stream()
                .filter(webhook -> wants(view, webhook, notice))
                .map(Webhook::id);
        return Stream.concat(isMailed ? Stream.of(Delivery.MAIL) : Stream.empty(), webhooks)
                .filter(way -> view.facts(Outbox.class).hasRoom(way, notice.user()))
                .toList();
    }

    /**
     * Whether a mail would say what its reader has just been told, or has just begun: for a short run one mail is enough. Programs are
     * told everything.
     */
    private static boolean isNeedless(View view, Preference choice, Notice notice) {
        Notice.Place place = notice.place().orElse(null);
        if (place == null || !choice.wantsMail(NoticeKind.CONFIRMED) || !choice.wantsMail(notice.kind())) {
            return false;
        }
        return switch (notice.kind()) {
            // The mail that it is confirmed was written within the time that its owner chose for a reminder.
            case STARTS_SOON ->
                IdKind.RESERVATION
                        .number(notice.reservation())
                        .flatMap(number -> view.reservation(new ReservationId(number)))
                        .filter(reservation ->
                                place.start() - reservation.agreement().made() <= choice.startLead())
                        .isPresent();
            case ENDS_SOON -> place.end() - place.start() <= 2 * choice.endLead();
            default -> false;
        };
    }

    /** Whether the owner of the webhook may see the notice and wants it. */
    static boolean wants(View view, Webhook webhook, Notice notice) {
        boolean isSeen = webhook.all()
                ? view.facts(Accounts.class)
                        .open(webhook.owner())
                        .filter(account -> account.is(Role.OPERATOR))
                        .isPresent()
                : webhook.owner().equals(notice.user())
                        && view.facts(Accounts.class).open(notice.user()).isPresent();
        return isSeen && !webhook.disabled() && webhook.kinds().contains(notice.kind());
    }
}
