package dev.berth.service.loss;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.booking.PoolUnits;
import dev.berth.site.Ended;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.words.DatedText;
import dev.berth.words.Phrase;
import dev.berth.words.RefusalSentence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads off the events of one transaction what its outages took from reservations, and what became of earlier losses. */
final class LossReader {
    private static final int MOST_SERVERS = 20;
    private static final int LONGEST_TEXT = 1_000;

    private final Transaction transaction;
    private final View view;
    private final Losses known;
    private final Map<ReservationId, Touched> touched = new HashMap<>();
    private final List<Event.OutagePlanned> outages = new ArrayList<>();
    private final Map<ReservationId, Loss> changed = new LinkedHashMap<>();

    LossReader(Transaction transaction, Losses known, List<Touched> touched) {
        this.transaction = transaction;
        this.view = transaction.view();
        this.known = known;
        touched.forEach(each -> this.touched.put(each.id(), each));
    }

    /** The losses that are new or not what they were. */
    Collection<Loss> read(List<Event> events) {
        events.forEach(event -> {
            if (event instanceof Event.OutagePlanned planned) {
                outages.add(planned);
            }
        });
        events.forEach(this::add);
        return changed.values();
    }

    /** Changes of a reservation in this transaction. */
    Optional<Touched> touched(ReservationId id) {
        return Optional.ofNullable(touched.get(id));
    }

    private void add(Event event) {
        switch (event) {
            case Event.Moved e -> e.reservations().forEach(this::moved);
            case Event.Degraded e -> degraded(e.reservation(), e.reason());
            case Event.Recovered e ->
                open(e.reservation().id())
                        .filter(loss -> loss.outcome() == Loss.Outcome.DEGRADED)
                        .ifPresent(loss -> put(loss.became(Loss.Outcome.RECOVERED, transaction.now())));
            case Event.Closed e -> closed(e);
            case Event.PoolAdded e -> {}
            case Event.ServersAdded e -> {}
            case Event.Reserved e -> {}
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.TurnedAway e -> {}
            case Event.Held e -> {}
            case Event.Confirmed e -> {}
            case Event.StartsEarly e -> {}
            case Event.TariffSet e -> {}
            case Event.Changed e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.Started e -> {}
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    private Optional<Loss> open(ReservationId id) {
        return Optional.ofNullable(changed.get(id)).or(() -> known.of(id));
    }

    private void put(Loss loss) {
        changed.put(new ReservationId(loss.reservation()), loss);
    }

    /** Reservations also move for other reasons: to make room for others, or because work takes longer. */
    private void moved(Reservation reservation) {
        before(reservation.id()).ifPresent(was -> {
            List<Outage> causes = causes(was.placement(), begun(was.placement()));
            if (!causes.isEmpty()) {
                put(loss(was, causes, Optional.empty(), Loss.Outcome.MOVED));
            }
        });
    }

    private void degraded(Reservation lost, Refusal reason) {
        Reservation was = before(lost.id()).orElse(lost);
        put(loss(was, causes(was.placement()), Optional.of(words(reason, lost)), Loss.Outcome.DEGRADED));
    }

    private void closed(Event.Closed event) {
        ReservationId id = event.reservation();
        long now = transaction.now();
        if (event.cause() != Event.Cause.DISPLACED) {
            open(id).ifPresent(loss -> put(loss.closedAt(now)));
            return;
        }
        Optional<Loss> before = open(id).filter(loss -> loss.outcome() == Loss.Outcome.DEGRADED);
        Optional<Reservation> last =
                touched(id).flatMap(Touched::ended).map(Ended::reservation).or(() -> before(id));
        before.map(loss -> loss.became(Loss.Outcome.DISPLACED, now))
                .or(() -> last.map(
                        lost -> loss(lost, causes(lost.placement()), Optional.empty(), withoutPlacement(lost))))
                .ifPresent(loss -> put(loss.closedAt(now)));
    }

    private static Loss.Outcome withoutPlacement(Reservation lost) {
        return lost.state() == Reservation.State.HELD ? Loss.Outcome.WITHDRAWN : Loss.Outcome.DISPLACED;
    }

    private Optional<Reservation> before(ReservationId id) {
        return touched(id).flatMap(Touched::was);
    }

    private Loss loss(Reservation was, Collection<Outage> causes, Optional<Phrase> refusal, Loss.Outcome outcome) {
        OutageWords words = new OutageWords(view, was.placement().pool());
        DatedText why = kept(causes.isEmpty() ? Phrase.text("its servers went out of service") : words.text(causes));
        Optional<DatedText> tried = refusal.map(LossReader::kept);
        boolean isUnkept = outcome == Loss.Outcome.DEGRADED || outcome == Loss.Outcome.DISPLACED;
        return new Loss(
                was.id().number(),
                was.job().user(),
                words.names(causes.stream()
                        .map(Outage::server)
                        .distinct()
                        .limit(MOST_SERVERS)
                        .toList()),
                why.text(),
                transaction.now(),
                transaction.actor(),
                was.isRunning(),
                tried.map(DatedText::text),
                outcome,
                transaction.now(),
                isUnkept || open(was.id()).filter(Loss::broken).isPresent(),
                Optional.empty(),
                times(why),
                tried.flatMap(LossReader::times));
    }

    private static DatedText kept(Phrase sentence) {
        return DatedText.of(sentence, LONGEST_TEXT);
    }

    private static Optional<List<Integer>> times(DatedText text) {
        return text.times().isEmpty() ? Optional.empty() : Optional.of(text.times());
    }

    private Phrase words(Refusal reason, Reservation lost) {
        return RefusalSentence.of(reason, PoolUnits.called(view, reason, lost.job()));
    }

    /** The outages of this transaction that a placement met, or else those that it meets now. */
    private List<Outage> causes(Placement lost) {
        List<Outage> begun = causes(lost, begun(lost));
        return begun.isEmpty() ? causes(lost, view.outages(lost.pool())) : begun;
    }

    private List<Outage> begun(Placement lost) {
        return outages.stream()
                .filter(planned -> planned.pool().equals(lost.pool()))
                .map(Event.OutagePlanned::outage)
                .toList();
    }

    /**
     * Outages on the servers of the placement. If there are none, any outage in the pool may be the cause, because servers can be
     * bound late. Planned outages are named only if nothing failed: the rest of a planned outage also follows a failure.
     */
    private static List<Outage> causes(Placement lost, List<Outage> candidates) {
        List<Outage> met = candidates.stream()
                // What is kept for somebody is left of a loss, not its cause.
                .filter(outage -> outage.window().overlaps(lost.window()) && !outage.isKept())
                .toList();
        List<Outage> own = met.stream()
                .filter(outage -> lost.servers().contains(outage.server()))
                .toList();
        List<Outage> causes = own.isEmpty() ? met : own;
        List<Outage> sudden = causes.stream()
                .filter(outage -> outage.isFailure() || outage.isBlock())
                .toList();
        return sudden.isEmpty() ? causes : sudden;
    }
}
