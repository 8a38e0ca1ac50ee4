package dev.berth.engine.intake;

import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;

/**
 * A queued request that was decided and refused: what the caller can still be told.
 *
 * @param code the typed reason, and {@code reason} the sentence, of the {@link Refusal}
 */
public record Declined(ReservationId id, JobId job, String user, long at, String code, String reason) {
    public static Declined of(Queued request, Refusal refusal, long at) {
        return new Declined(
                request.id(), request.job().id(), request.job().user(), at, refusal.code(), refusal.message());
    }
}
