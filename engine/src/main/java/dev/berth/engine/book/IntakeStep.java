package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Intake;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.User;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests that wait for the end of a round (ahuja). There the {@link Intake} orders them, and each that goes on is
 * decided as if it were asked for then, one after the other.
 */
final class IntakeStep {
    /** Cost of carrying out the decision on one request, in steps. */
    private static final int EVENT = 10;

    private final State state;
    private final AdmissionStep admission;
    private final PricingStep pricing;

    IntakeStep(State state, AdmissionStep admission, PricingStep pricing) {
        this.state = state;
        this.admission = admission;
        this.pricing = pricing;
    }

    Decision enqueue(Job job, Priority priority) {
        return state.queue.rounds() == null
                ? new Refused(new Refusal.NoRounds(job.id()))
                : new Accepted(List.of(new Event.Queued(
                        new Queued(new ReservationId(state.nextNumber), job, priority, state.now, 0))));
    }

    /** When the round is over that what is queued waits for; never if nothing is. */
    long roundEnd() {
        Rounds rounds = state.queue.rounds();
        return rounds == null || state.queue.isEmpty() ? Long.MAX_VALUE : rounds.endAfter(state.now);
    }

    /** Decides the round that is over; what is left when the effort is spent is decided with the next. */
    void decide(Trial trial) {
        Rounds rounds = state.queue.rounds();
        if (rounds == null) {
            return;
        }
        Round round = Intake.order(
                rounds.rules(),
                users(),
                state.queue.waiting().stream().map(Queued::request).toList());
        List<Request> tooLate = new ArrayList<>();
        for (Request request : round.order()) {
            if (state.effort.isSpent()) {
                tooLate.add(request);
            } else {
                state.effort.spend(EVENT);
                decide(queued(request), trial);
            }
        }
        defer(tooLate, trial);
        leave(rounds.rules(), round.left(), trial);
    }

    /** Users in the order of their first requests; the priority of a user is that of the latest request. */
    private List<User> users() {
        Map<String, Priority> priorities = new LinkedHashMap<>();
        state.queue.waiting().forEach(queued -> priorities.put(queued.job().user(), queued.priority()));
        return priorities.entrySet().stream()
                .map(user -> new User(user.getKey(), user.getValue()))
                .toList();
    }

    private Queued queued(Request request) {
        Queued queued = state.queue.get(new ReservationId(request.number()));
        if (queued == null) {
            throw new IllegalStateException("ordered, but not queued: " + request);
        }
        return queued;
    }

    private void decide(Queued queued, Trial trial) {
        switch (pricing.agree(admission.reserve(queued.id(), queued.job()))) {
            case Accepted accepted -> accepted.events().forEach(trial::add);
            case Refused refused -> trial.add(new Event.TurnedAway(queued.id(), refused.refusal()));
            case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
        }
    }

    private void leave(Rules rules, List<Request> left, Trial trial) {
        switch (rules.excess()) {
            case Excess.Discard discard -> {
                for (Request request : left) {
                    Queued queued = queued(request);
                    trial.add(new Event.TurnedAway(
                            queued.id(), new Refusal.Discarded(queued.job().id(), request.user(), rules.most())));
                }
            }
            case Excess.Defer defer -> defer(left, trial);
        }
    }

    private void defer(List<Request> requests, Trial trial) {
        if (!requests.isEmpty()) {
            trial.add(new Event.Deferred(
                    requests.stream().map(request -> queued(request).id()).toList()));
        }
    }
}
