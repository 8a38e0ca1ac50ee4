package dev.berth.server.tables;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.site.PartTime;
import dev.berth.wire.Names;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;

/**
 * A reservation, or a request for one, as a row.
 *
 * @param project that it names, or that of its user when it closed; empty if neither
 * @param pool empty while it is queued, as are the times of its window
 * @param share that it has of each server, in millionths; all of it while it is queued
 * @param state of the reservation, or {@code queued}, {@code degraded}, {@code refused}, or why it has closed
 */
record ReservationRow(
        long id,
        String user,
        String project,
        String job,
        String pool,
        int servers,
        int share,
        String state,
        long ready,
        long deadline,
        Optional<Long> start,
        Optional<Long> end,
        long made,
        Optional<Long> heldUntil,
        Optional<Long> closed,
        BigDecimal price,
        BigDecimal fees) {
    static final String RUNNING = "running";

    static final String DEGRADED = "degraded";
    static final String REFUSED = "refused";
    private static final String QUEUED = "queued";

    static ReservationRow of(Reservation reservation, PartTime time) {
        Job job = reservation.job();
        Placement placement = reservation.placement();
        Agreement agreement = reservation.agreement();
        return new ReservationRow(
                reservation.id().number(),
                job.user(),
                project(job),
                job.id().name(),
                placement.pool().name(),
                placement.count(),
                time.share(placement.taken().slice(), placement.pool()),
                Names.of(reservation.state()),
                job.ready(),
                job.deadline(),
                Optional.of(reservation.window().start()),
                Optional.of(reservation.window().end()),
                agreement.made(),
                Optional.empty(),
                Optional.empty(),
                agreement.price().decimal(),
                agreement.fees().decimal());
    }

    static ReservationRow of(Queued request) {
        Job job = request.job();
        return new ReservationRow(
                request.id().number(),
                job.user(),
                project(job),
                job.id().name(),
                "",
                job.servers(),
                Tariff.ONE,
                QUEUED,
                job.ready(),
                job.deadline(),
                Optional.empty(),
                Optional.empty(),
                request.since(),
                Optional.empty(),
                Optional.empty(),
                BigDecimal.ZERO,
                BigDecimal.ZERO);
    }

    private static String project(Job job) {
        return Objects.requireNonNullElse(job.terms().project(), "");
    }

    ReservationRow in(String other) {
        return changed(other, project, heldUntil, closed);
    }

    ReservationRow heldUntil(long until) {
        return changed(state, project, Optional.of(until), closed);
    }

    /** Closed for a reason, at a time. */
    ReservationRow closed(String reason, long time, String ofProject) {
        return changed(reason, ofProject, heldUntil, Optional.of(time));
    }

    private ReservationRow changed(
            String newState, String newProject, Optional<Long> newHeldUntil, Optional<Long> newClosed) {
        return new ReservationRow(
                id,
                user,
                newProject,
                job,
                pool,
                servers,
                share,
                newState,
                ready,
                deadline,
                start,
                end,
                made,
                newHeldUntil,
                newClosed,
                price,
                fees);
    }

    /** When it closed, should it close at this time of the book, which may learn of an end later. */
    long closing(Event.Cause cause, long now) {
        return switch (cause) {
            case ENDED -> end.orElse(now);
            case EXPIRED -> heldUntil.orElse(now);
            case FINISHED_EARLY, NO_SHOW, CANCELLED, DISPLACED -> now;
        };
    }
}
