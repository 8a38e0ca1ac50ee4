package dev.berth.service.notice;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.loss.Loss;
import dev.berth.service.loss.Losses;
import dev.berth.service.sharing.Sharings;
import dev.berth.service.waitlist.Waits;
import dev.berth.site.Actor;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.wire.IdKind;
import dev.berth.words.Phrase;
import dev.berth.words.RefusalSentence;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** News in the events of one transaction for the owners of reservations: one notice for each kind and reservation. */
final class OwnerNews {
    private final Transaction transaction;
    private final Map<ReservationId, Long> starts = new LinkedHashMap<>();
    /** The former owners of what was handed over. */
    private final Map<ReservationId, String> givers = new HashMap<>();

    private final Map<String, Notice> found = new LinkedHashMap<>();

    OwnerNews(Transaction transaction, List<Touched> touched) {
        this.transaction = transaction;
        touched.stream()
                .filter(Touched::isGiven)
                .forEach(each ->
                        givers.put(each.id(), each.before().orElseThrow().user()));
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
            case Event.Reserved e -> {
                if (!tellServed(e.reservation())) {
                    tell(NoticeKind.CONFIRMED, e.reservation(), "");
                }
            }
            case Event.Confirmed e ->
                transaction.view().reservation(e.reservation()).ifPresent(it -> tell(NoticeKind.CONFIRMED, it, ""));
            case Event.Moved e -> e.reservations().forEach(it -> tell(NoticeKind.MOVED, it, loss(it.id())));
            case Event.StartsEarly e -> tell(NoticeKind.MOVED, e.reservation(), "It starts earlier than promised");
            case Event.Changed e when givers.containsKey(e.reservation().id()) -> given(e.reservation());
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
                                RefusalSentence.of(e.reason(), PoolUnits.called(transaction.view(), request)),
                                transaction.now(),
                                0)));
            case Event.PoolAdded e -> {}
            case Event.ServersAdded e -> {}
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.Held e -> tellServed(e.reservation());
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
            case Event.Waitlist e -> waited(e.turn());
        }
    }

    /** Whether it came from the waiting list. */
    private boolean tellServed(Reservation reservation) {
        Optional<Phrase> served = transaction.view().facts(Waits.class).sentence(reservation);
        served.ifPresent(sentence -> put(Notice.of(
                NoticeKind.ROOM_FOUND,
                reservation.job().user(),
                reservation.id().toString(),
                reservation.job().id().name(),
                Optional.of(Notice.Place.of(reservation)),
                Optional.empty(),
                sentence,
                transaction.now(),
                transaction.view().heldUntil(reservation.id()).orElse(0L))));
        return served.isPresent();
    }

    /** Tells of entries that waited in vain: who withdrew one knows it, and who was served is told of the reservation. */
    private void waited(WaitlistTurn turn) {
        if (turn instanceof WaitlistTurn.Left left && left.why() == WaitlistTurn.Why.EXPIRED) {
            transaction
                    .view()
                    .facts(Waits.class)
                    .get(left.waiter().number())
                    .ifPresent(entry -> put(Notice.of(
                            NoticeKind.TURNED_AWAY,
                            entry.user(),
                            entry.id(),
                            entry.name(),
                            Optional.empty(),
                            Optional.empty(),
                            Phrase.of("Nothing came free for it by %s", Phrase.time(entry.until())),
                            transaction.now(),
                            0)));
        }
    }

    private void given(Reservation reservation) {
        String giver = Objects.requireNonNull(givers.get(reservation.id()));
        String receiver = reservation.job().user();
        String actor = transaction.actor();
        if (isByAnother(receiver)) {
            tell(
                    NoticeKind.CONFIRMED,
                    reservation,
                    "Given to you by " + actor + (actor.equals(giver) ? "" : "; it belonged to " + giver));
        }
        if (isByAnother(giver)) {
            put(about(NoticeKind.RELEASED, reservation, Phrase.text("Given to %s by %s".formatted(receiver, actor)))
                    .to(giver));
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
                    Phrase why = Phrase.text("Cancelled by " + transaction.actor());
                    if (isByAnother(reservation.job().user())) {
                        tell(NoticeKind.RELEASED, reservation, why);
                    } else {
                        tellGuests(about(NoticeKind.RELEASED, reservation, why));
                    }
                }
                case FINISHED_EARLY ->
                    tellGuests(about(
                            NoticeKind.RELEASED, reservation, Phrase.text("Ended early by " + transaction.actor())));
                case ENDED, EXPIRED -> {}
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

    private boolean isByAnother(String reader) {
        return !transaction.actor().isEmpty() && !transaction.actor().equals(reader);
    }

    private void tell(NoticeKind kind, Reservation reservation, Phrase detail) {
        Notice notice = about(kind, reservation, detail);
        put(notice);
        if (kind != NoticeKind.CONFIRMED) {
            tellGuests(notice);
        }
    }

    private Notice about(NoticeKind kind, Reservation reservation, Phrase detail) {
        Optional<Long> before =
                kind == NoticeKind.MOVED ? Optional.ofNullable(starts.get(reservation.id())) : Optional.empty();
        return Notice.about(kind, reservation, before, detail, transaction.now());
    }

    /** Guests who are named hear what becomes of the time that they count on; the members of a project are too many. */
    private void tellGuests(Notice notice) {
        IdKind.RESERVATION
                .number(notice.reservation())
                .flatMap(number -> transaction.view().facts(Sharings.class).of(new ReservationId(number)))
                .ifPresent(sharing ->
                        sharing.users().stream().filter(this::isByAnother).forEach(guest -> put(notice.to(guest))));
    }

    private void tell(NoticeKind kind, Reservation reservation, String detail) {
        tell(kind, reservation, Phrase.text(detail));
    }

    private void put(Notice notice) {
        boolean isNew = found.containsKey(key(NoticeKind.CONFIRMED, notice));
        if (notice.kind() == NoticeKind.MOVED && isNew) {
            // Where it is now, is what is confirmed.
            found.put(key(NoticeKind.CONFIRMED, notice), confirmed(notice));
            return;
        }
        found.put(key(notice.kind(), notice), notice);
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

    private static String key(NoticeKind kind, Notice notice) {
        return kind + " " + notice.reservation() + " " + notice.user();
    }
}
