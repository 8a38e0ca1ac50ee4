package dev.berth.engine.intake;

import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;

/** Queued request that was decided and refused: what the caller can still be told. */
public record Declined(ReservationId id, JobId job, String user, long at, Reason reason) {
    public static Declined of(Queued request, Refusal refusal, long at) {
        return new Declined(request.id(), request.job().id(), request.job().user(), at, new Reason.Decided(refusal));
    }

    /** The typed reason, as of a {@link Refusal}. */
    public String code() {
        return reason.code();
    }

    /** Why the request was refused. */
    public sealed interface Reason {
        String code();

        record Decided(Refusal refusal) implements Reason {
            @Override
            public String code() {
                return refusal.code();
            }
        }

        /** Sentence out of a snapshot before version 9, which kept the words alone. */
        record Told(String code, String sentence) implements Reason {}
    }
}
