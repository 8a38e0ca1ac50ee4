package dev.berth.engine.book;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.admission.reschedule.MakingRoom;
import dev.berth.engine.admission.reschedule.Options;
import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.admission.reschedule.Plan;
import dev.berth.engine.admission.reschedule.Rescheduling;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether a job is taken, in the book's mode of admission. */
final class Admitting {
    private final State state;
    private final MakingRoom makingRoom;
    private final Rescheduling leastFlexibleFirst;

    Admitting(State state) {
        this.state = state;
        this.makingRoom = new MakingRoom(state.calendar, state.placing, state.rosters);
        this.leastFlexibleFirst = new Rescheduling(Order.LFF, state.calendar, state.placing, state.rosters);
    }

    Decision reserve(Job job) {
        return reserve(new ReservationId(state.nextNumber), job);
    }

    Decision reserve(ReservationId id, Job job) {
        Rescheduling rescheduling = state.rescheduling;
        if (rescheduling != null) {
            Decision planned = planned(id, job, rescheduling.admit(id, job, state.now));
            return planned != null ? planned : direct(id, job);
        }
        Decision direct = direct(id, job);
        boolean couldFit = direct instanceof Refused refused && refused.refusal() instanceof Refusal.NoCapacity;
        if (!couldFit || !(state.admission instanceof Admission.Replan)) {
            return direct;
        }
        Decision planned = planned(id, job, makingRoom.admit(job, state.now));
        if (planned == null) {
            planned = planned(id, job, leastFlexibleFirst.admit(id, job, state.now));
        }
        return planned != null ? planned : direct;
    }

    private Decision direct(ReservationId id, Job job) {
        return switch (state.placing.place(id, job, state.now)) {
            case Placing.Outcome.Refused refused -> new Refused(refused.refusal());
            case Placing.Outcome.Placed placed -> accepted(new Event.Reserved(placed.reservation()), placed);
        };
    }

    static Decision accepted(Event first, Placing.Outcome.Placed placed) {
        if (placed.renamed().isEmpty()) {
            return new Accepted(List.of(first));
        }
        List<Event> events = new ArrayList<>();
        placed.renamed().forEach((id, servers) -> events.add(new Event.Renamed(id, servers)));
        events.add(first);
        return new Accepted(List.copyOf(events));
    }

    private @Nullable Decision planned(ReservationId id, Job job, @Nullable Plan plan) {
        if (plan == null
                || !state.pricing.allow(
                        job, plan.placement().count(), plan.placement().pool())) {
            return null;
        }
        List<Event> events = new ArrayList<>();
        if (!plan.moved().isEmpty()) {
            events.add(new Event.Moved(plan.moved()));
        }
        events.add(new Event.Reserved(Reservation.waiting(id, job, plan.placement(), state.now)));
        boolean outagesAhead =
                state.rosters.values().stream().anyMatch(roster -> roster.namedUntil(state.now) > state.now);
        if (!outagesAhead || state.calendar.namesServers()) {
            return new Accepted(List.copyOf(events));
        }
        return named(events);
    }

    /** The same with servers named where outages are planned; null if there are none for somebody. */
    private @Nullable Decision named(List<Event> events) {
        Trial trial = new Trial(state);
        try {
            events.forEach(trial::add);
            for (Roster roster : state.rosters.values()) {
                if (roster.namedUntil(state.now) > state.now) {
                    Map<ReservationId, ServerSet> renamed = Naming.withOutages(roster, List.of(), state.now);
                    if (renamed == null) {
                        return null;
                    }
                    renamed.forEach((id, servers) -> trial.add(new Event.Renamed(id, servers)));
                }
            }
            return new Accepted(trial.events());
        } finally {
            trial.undo();
        }
    }

    List<Alternative> alternatives(Job job, int most) {
        List<Alternative> found = new ArrayList<>();
        for (Options.Option option : Options.of(job, state.now, state.rosters.values(), state.placing.eligible(job))) {
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
