package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether one waiting reservation can move within its agreement so that a job finds room (netto 2.1: a scheduling
 * impasse). The job is placed as if the reservation were not there, then the reservation in what is left. Works under every
 * admission policy, also under one that moves nobody by itself, because the owner has been asked; only among servers that
 * are booked whole.
 */
final class GiveWayStep {
    private final State state;

    GiveWayStep(State state) {
        this.state = state;
    }

    Decision giveWay(Reservation reservation, Job job, long until) {
        Refusal refusal = refusal(reservation, job, until);
        if (refusal != null) {
            return new Refused(refusal);
        }
        Decision decision = tried(reservation, job, until);
        return decision instanceof Accepted accepted ? affordable(job, accepted) : decision;
    }

    private @Nullable Refusal refusal(Reservation reservation, Job job, long until) {
        if (until <= state.now) {
            return new Refusal.TimeBackwards(state.now, until);
        }
        return switch (reservation.state()) {
            case HELD -> new Refusal.NotConfirmed(reservation.id());
            case BOUND, RUNNING ->
                new Refusal.AlreadyStarted(
                        reservation.id(), reservation.window().start());
            case WAITING ->
                job.requirements().isPlain()
                                && !state.roster(reservation.placement().pool())
                                        .pool()
                                        .hasParts()
                        ? null
                        : state.placing.explain(job, state.now);
        };
    }

    private Decision tried(Reservation reservation, Job job, long until) {
        Rearrangement rearrangement = new Rearrangement(state);
        try {
            rearrangement.takeOut(reservation);
            ReservationId id = new ReservationId(state.nextNumber);
            Outcome wanted = state.placing.place(id, job, state.now);
            if (!(wanted instanceof Outcome.Placed placed && placed.repacked().isEmpty())) {
                return new Refused(state.placing.explain(job, state.now));
            }
            rearrangement.rename(placed.renamed());
            rearrangement.add(Decider.held(placed.reservation(), until));
            Job movable = reservation.movable(state.now).withoutBudget();
            return switch (state.placing.place(reservation.id(), movable, state.now)) {
                case Outcome.Unplaced unplaced -> new Refused(unplaced.refusal());
                case Outcome.Placed elsewhere -> {
                    rearrangement.putBack(elsewhere, reservation);
                    yield new Accepted(events(rearrangement, id, until));
                }
            };
        } finally {
            rearrangement.undo();
        }
    }

    /** First the reservation leaves, then the job comes; what both do to the servers of others lies between. */
    private List<Event> events(Rearrangement rearrangement, ReservationId id, long until) {
        List<Event> events = new ArrayList<>(rearrangement.moves());
        for (Event event : rearrangement.renames()) {
            if (!(event instanceof Event.Renamed renamed
                    && renamed.reservation().equals(id))) {
                events.add(event);
            }
        }
        events.add(Decider.held(Objects.requireNonNull(state.open.get(id)), until));
        return List.copyOf(events);
    }

    /** Refuses a job whose price, with everybody where they are now, is above its budget. */
    private Decision affordable(Job job, Accepted accepted) {
        Placement placement = accepted.reservation().placement();
        return state.prices.allow(job, placement.count(), placement.pool())
                ? accepted
                : new Refused(new Refusal.OverBudget(
                        job.id(),
                        Objects.requireNonNull(job.terms().budget()),
                        state.prices.of(job, placement.count(), placement.pool()),
                        placement.pool()));
    }
}
