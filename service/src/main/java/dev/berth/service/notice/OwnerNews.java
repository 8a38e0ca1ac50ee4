package dev.berth.service.notice;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.loss.Loss;
import dev.berth.service.loss.Losses;
import dev.berth.site.Actor;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.words.Phrase;
import dev.berth.words.RefusalSentence;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** News in the events of one transaction for the owners of reservations: one notice for each kind and reservation. */
final class OwnerNews {
    private final Transaction transaction;
    private final Map<ReservationId, Long> starts = new LinkedHashMap<>();
    private final Map<String, Notice> found = new LinkedHashMap<>();

    OwnerNews(Transaction transaction, List<Touched> touched) {
        this.transaction = transaction;
        touched.forEach(each -> each.before()
                .filter(ServerTimeClaim::isDecided)
                .ifPresent(claim -> starts.put(each.id(), claim.start())));
    }

    Collection<Notice> of(List<Event> events) {
        events.forEach(this::add);
        return found.values();
    }

    private void add(Event event) {
        switch (event) {
            case Event.Reserved e -> tell(NoticeKind.CONFIRMED, e.reservation(), "");
            case Event.Confirmed e ->
                transaction.view().reservation(e.reservation()).ifPresent(it -> tell(NoticeKind.CONFIRMED, it, ""));
            case Event.Moved e -> e.reservations().forEach(it -> tell(NoticeKind.MOVED, it, loss(it.id())));
            case Event.StartsEarly e -> tell(NoticeKind.MOVED, e.reservation(), "It starts earlier than promised");
            case Event.Changed e -> {
                if (isByAnother(e.reservation().job().user())) {
                    tell(NoticeKind.MOVED, e.reservation(), changed(e.reservation()));
                }
            }
            case Event.Degraded e ->
                tell(NoticeKind.DEGRADED, e.reservation(), loss(e.reservation().id()));
            case Event.Recovered e -> tell(NoticeKind.RECOVERED, e.reservation(), "");
            case Event.Closed e -> closed(e);
            case Event.TurnedAway e ->
                transaction
                        .view()
                        .declined(e.request())
                        .ifPresent(request -> put(Notice.of(
                                NoticeKind.TURNED_AWAY,
                                request.user(),
                                request.id().toString(),
                                request.job().name(),
                                Optional.empty(),
                                Optional.empty(),
                                RefusalSentence.of(e.reason(), PoolUnits.of(transaction.view(), request)),
                                transaction.now(),
                                0)));
            case Event.PoolAdded e -> {}
            case Event.ServersAdded e -> {}
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.Held e -> {}
            case Event.TariffSet e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.Started e -> {}
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Opportunistic e -> {}
        }
    }

    /** Its owner need not be told of what the owner did, nor of an end that was agreed. */
    private void closed(Event.Closed event) {
        transaction.view().past(event.reservation()).ifPresent(past -> {
            Reservation reservation = past.reservation();
            switch (event.cause()) {
                case NO_SHOW -> tell(NoticeKind.RELEASED, reservation, "Nobody used it");
                case DISPLACED -> tell(NoticeKind.RELEASED, reservation, loss(reservation.id()));
                case CANCELLED -> {
                    if (isByAnother(reservation.job().user())) {
                        tell(NoticeKind.RELEASED, reservation, "Cancelled by " + transaction.actor());
                    }
                }
                case ENDED, FINISHED_EARLY, EXPIRED -> {}
            }
        });
    }

    /** Which outage did this, in words; empty if none did, or an earlier one. */
    private Phrase loss(ReservationId id) {
        return transaction
                .view()
                .facts(Losses.class)
                .of(id)
                .filter(loss -> loss.changed() == transaction.now())
                .map(Loss::sentence)
                .orElse(Phrase.text(""));
    }

    /** Reason of a change. The site itself changes a running reservation only because its job needs more time. */
    private String changed(Reservation reservation) {
        return transaction.actor().equals(Actor.SITE) && reservation.isRunning()
                ? "The site made it longer, because a job in it may take longer"
                : "Changed by " + transaction.actor();
    }

    private boolean isByAnother(String owner) {
        return !transaction.actor().isEmpty() && !transaction.actor().equals(owner);
    }

    private void tell(NoticeKind kind, Reservation reservation, Phrase detail) {
        Optional<Long> before =
                kind == NoticeKind.MOVED ? Optional.ofNullable(starts.get(reservation.id())) : Optional.empty();
        put(Notice.about(kind, reservation, before, detail, transaction.now()));
    }

    private void tell(NoticeKind kind, Reservation reservation, String detail) {
        tell(kind, reservation, Phrase.text(detail));
    }

    private void put(Notice notice) {
        boolean isNew = found.containsKey(key(NoticeKind.CONFIRMED, notice.reservation()));
        if (notice.kind() == NoticeKind.MOVED && isNew) {
            // Where it is now, is what is confirmed.
            found.put(key(NoticeKind.CONFIRMED, notice.reservation()), confirmed(notice));
            return;
        }
        found.put(key(notice.kind(), notice.reservation()), notice);
    }

    private static Notice confirmed(Notice moved) {
        return Notice.of(
                NoticeKind.CONFIRMED,
                moved.user(),
                moved.reservation(),
                moved.job(),
                moved.place(),
                Optional.empty(),
                Phrase.text(""),
                moved.made(),
                0);
    }

    private static String key(NoticeKind kind, String reservation) {
        return kind + " " + reservation;
    }
}
