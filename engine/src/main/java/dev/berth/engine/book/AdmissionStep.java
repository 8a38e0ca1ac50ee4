package dev.berth.engine.book;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.admission.MovePlan;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.admission.reschedule.OptionList;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides whether a job is taken, by the book's admission policy. */
final class AdmissionStep {
    private final State state;

    AdmissionStep(State state) {
        this.state = state;
    }

    Decision reserve(Job job) {
        return reserve(new ReservationId(state.nextNumber), job);
    }

    Decision reserve(ReservationId id, Job job) {
        Prefer prefer = job.terms().prefer();
        if (prefer != null) {
            Decision preferred = preferred(id, job, prefer);
            if (preferred != null) {
                return preferred;
            }
        }
        Decision decision = byPolicy(id, job);
        // The policy knows what the cheapest hours cost, and may have chosen others.
        return prefer == null && decision instanceof Accepted accepted && isTooDear(job, accepted)
                ? Objects.requireNonNullElse(preferred(id, job, Prefer.CHEAP), decision)
                : decision;
    }

    /** Decision for the place that the user prefers; null if there is none, so that the policy decides. */
    private @Nullable Decision preferred(ReservationId id, Job job, Prefer prefer) {
        PreferredPlace.Found found = new PreferredPlace(state, id, job).find(prefer);
        if (found == null) {
            return null;
        }
        Refusal refusal = PreferredPlace.overBudget(job, found);
        return refusal != null
                ? new Refused(refusal)
                : accepted(new Event.Reserved(found.placed().reservation()), found.placed());
    }

    private boolean isTooDear(Job job, Accepted accepted) {
        Money budget = job.terms().budget();
        if (budget == null || state.tariffs.isEmpty()) {
            return false;
        }
        Placement placement = accepted.reservation().placement();
        return state.prices.hasHours(placement.pool())
                && state.prices
                        .priceAt(state.prices.factor(placement), job, placement.count(), placement.pool(), state.now)
                        .isAbove(budget);
    }

    private Decision byPolicy(ReservationId id, Job job) {
        // A policy moves those who wait for counted servers; it knows neither parts nor licences.
        Asked asked = new Asked(id, job);
        return switch (job.requirements().isPlain() ? state.admissionPolicy.admit(asked) : asked.inFreePlace()) {
            case Outcome.Unplaced unplaced -> new Refused(unplaced.refusal());
            case Outcome.Placed placed -> accepted(new Event.Reserved(placed.reservation()), placed);
            case Admission.Planned planned -> accepted(planned);
        };
    }

    /** A job as the admission policy sees it. */
    private final class Asked implements Attempt {
        private final ReservationId id;
        private final Job job;

        Asked(ReservationId id, Job job) {
            this.id = id;
            this.job = job;
        }

        @Override
        public ReservationId id() {
            return id;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        public long now() {
            return state.now;
        }

        @Override
        public Outcome inFreePlace() {
            return state.placing.place(id, job, state.now);
        }

        @Override
        public @Nullable Admission byPlan(@Nullable MovePlan plan) {
            if (plan == null) {
                return null;
            }
            Placement placement = plan.placement();
            return state.prices.allow(job, placement.count(), placement.pool())
                    ? named(new Admission.Planned(
                            Reservation.waiting(id, job, placement, state.now), plan.moved(), Map.of()))
                    : null;
        }
    }

    static Decision accepted(Event first, Outcome.Placed placed) {
        if (placed.isBeside()) {
            return new Accepted(List.of(first));
        }
        List<Event> events = new ArrayList<>(repacked(placed));
        placed.renamed().forEach((id, servers) -> events.add(new Event.Renamed(id, servers)));
        events.add(first);
        return new Accepted(List.copyOf(events));
    }

    /** The event by which others make room at their own times; empty if nobody has to. */
    static List<Event> repacked(Outcome.Placed placed) {
        return placed.repacked().isEmpty() ? List.of() : List.of(new Event.Repacked(placed.repacked()));
    }

    private static Decision accepted(Admission.Planned planned) {
        List<Event> events = new ArrayList<>(moves(planned));
        planned.renamed().forEach((id, servers) -> events.add(new Event.Renamed(id, servers)));
        return new Accepted(List.copyOf(events));
    }

    private static List<Event> moves(Admission.Planned planned) {
        Event reserved = new Event.Reserved(planned.reservation());
        return planned.moved().isEmpty() ? List.of(reserved) : List.of(new Event.Moved(planned.moved()), reserved);
    }

    /** The same with servers named where outages are planned; null if there are none for somebody. */
    private Admission.@Nullable Planned named(Admission.Planned planned) {
        boolean outagesAhead =
                state.rosters.values().stream().anyMatch(roster -> roster.namedUntil(state.now) > state.now);
        if (!outagesAhead || state.calendar.namesServers()) {
            return planned;
        }
        Trial trial = new Trial(state);
        try {
            moves(planned).forEach(trial::add);
            Map<ReservationId, ServerSet> renamed = new LinkedHashMap<>();
            for (Roster roster : state.rosters.values()) {
                if (roster.namedUntil(state.now) > state.now) {
                    Map<ReservationId, ServerSet> inPool = Naming.withOutages(roster, List.of(), state.now);
                    if (inPool == null) {
                        return null;
                    }
                    renamed.putAll(inPool);
                }
            }
            return new Admission.Planned(planned.reservation(), planned.moved(), renamed);
        } finally {
            trial.undo();
        }
    }

    List<Alternative> alternatives(Job job, int most) {
        List<Alternative> found = new ArrayList<>();
        Attempt asked = new Asked(new ReservationId(state.nextNumber), job);
        for (OptionList.Option option : OptionList.of(
                job,
                state.now,
                state.rosters.values(),
                state.placing.eligible(job),
                state.admissionPolicy.before(asked))) {
            if (found.size() == most || state.effort.isSpent()) {
                break;
            }
            if (reserve(option.job()) instanceof Accepted accepted) {
                found.add(new Alternative(option.job(), accepted.reservation().placement(), option.phi()));
            }
        }
        return List.copyOf(found);
    }
}
