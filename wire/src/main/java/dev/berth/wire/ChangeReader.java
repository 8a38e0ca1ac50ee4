package dev.berth.wire;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.model.Job;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads how the terms of a reservation are to be renegotiated. */
public final class ChangeReader {
    private enum Kind {
        FIX,
        RELAX,
        MOVE,
        EXTEND,
        SHRINK;

        Set<String> takes() {
            return switch (this) {
                case FIX -> Set.of();
                case RELAX -> Set.of("ready", "deadline");
                case MOVE -> Set.of("by");
                case EXTEND -> Set.of("work", "servers");
                case SHRINK -> Set.of("work", "servers");
            };
        }
    }

    private ChangeReader() {}

    /** The adjustment as it depends on the job as it is, for terms that stay; null if anything is wrong. */
    public static @Nullable Function<Job, Adjustment> read(Fields fields) {
        fields.require("kind");
        Kind kind = fields.oneOf("kind", Kind.class);
        Long ready = fields.instantRoundedUp("ready");
        Long deadline = fields.instant("deadline");
        Long by = fields.duration("by");
        Long work = fields.positiveDuration("work");
        int servers = fields.whole("servers", 0, Integer.MAX_VALUE, 0);
        if (kind == null) {
            return null;
        }
        for (String field : Set.of("ready", "deadline", "by", "work", "servers")) {
            if (fields.has(field) && !kind.takes().contains(field)) {
                fields.fault(field, "cannot be combined with " + Names.of(kind));
            }
        }
        if (ready != null) {
            fields.inOrder("deadline", ready, deadline);
        }
        if (kind == Kind.MOVE) {
            fields.require("by");
        }
        if ((kind == Kind.EXTEND || kind == Kind.SHRINK) && !fields.has("work") && !fields.has("servers")) {
            fields.fault("work", "or servers is required");
        }
        long amount = work == null ? 0 : work;
        return fields.build(() -> switch (kind) {
            case FIX -> job -> new Adjustment.Fix();
            case RELAX ->
                job -> new Adjustment.Relax(
                        ready == null ? job.ready() : ready, deadline == null ? job.deadline() : deadline);
            case MOVE -> always(new Adjustment.Move(by == null ? 0 : by));
            case EXTEND -> always(new Adjustment.Extend(amount, servers));
            case SHRINK -> always(new Adjustment.Shrink(amount, servers));
        });
    }

    private static Function<Job, Adjustment> always(Adjustment adjustment) {
        return job -> adjustment;
    }
}
