package dev.berth.wire;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Slice;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads how the terms of a reservation are to be renegotiated. */
public final class ChangeReader {
    private enum Kind {
        FIX,
        RELAX,
        MOVE,
        EXTEND,
        SHRINK,
        PARTS;

        Set<String> takes() {
            return switch (this) {
                case FIX -> Set.of();
                case RELAX -> Set.of("ready", "deadline");
                case MOVE -> Set.of("by");
                case EXTEND -> Set.of("work", "servers");
                case SHRINK -> Set.of("work", "servers");
                case PARTS -> Set.of("parts", "share", "licences");
            };
        }
    }

    /** Takes all licences away: an empty object says nothing, because clients made from openapi.yaml send one. */
    private static final String NO_LICENCES = "noLicences";

    /** All fields with a value, in the order in which faults are told. */
    private static final List<String> FIELDS =
            List.of("ready", "deadline", "by", "work", "servers", "parts", "share", "licences");

    private ChangeReader() {}

    /** Change that is asked of a reservation. */
    public sealed interface Asked {}

    /** One term, which may depend on the others as they are. */
    public record Adjusted(Function<Job, Adjustment> change) implements Asked {}

    /** Other parts or licences; what is not said stays as it is. */
    public record Required(UnaryOperator<Requirements> change) implements Asked {}

    /** The change; null if anything is wrong with it. */
    public static @Nullable Asked read(Fields fields) {
        fields.require("kind");
        Kind kind = fields.oneOf("kind", Kind.class);
        Long ready = fields.instantRoundedUp("ready");
        Long deadline = fields.instant("deadline");
        Long by = fields.duration("by");
        Long work = fields.positiveDuration("work");
        int servers = fields.whole("servers", 0, Integer.MAX_VALUE, 0);
        boolean noLicences = fields.flag(NO_LICENCES);
        UnaryOperator<Requirements> required = requirements(fields, noLicences);
        if (kind == null) {
            return null;
        }
        for (String field : FIELDS) {
            if (fields.isSaid(field) && !kind.takes().contains(field)) {
                fields.fault(field, "cannot be combined with " + Names.of(kind));
            }
        }
        if (noLicences && kind != Kind.PARTS) {
            fields.fault(NO_LICENCES, "cannot be combined with " + Names.of(kind));
        } else if (noLicences && fields.isSaid("licences")) {
            fields.fault(NO_LICENCES, "cannot be combined with licences");
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
        if (kind == Kind.PARTS && !SliceJson.isGiven(fields) && !noLicences) {
            fields.fault("parts", "or share, licences or noLicences is required");
        }
        long amount = work == null ? 0 : work;
        return fields.build(() -> switch (kind) {
            case FIX -> new Adjusted(job -> new Adjustment.Fix());
            case RELAX ->
                new Adjusted(job -> new Adjustment.Relax(
                        ready == null ? job.ready() : ready, deadline == null ? job.deadline() : deadline));
            case MOVE -> always(new Adjustment.Move(by == null ? 0 : by));
            case EXTEND -> always(new Adjustment.Extend(amount, servers));
            case SHRINK -> always(new Adjustment.Shrink(amount, servers));
            case PARTS -> new Required(required);
        });
    }

    private static UnaryOperator<Requirements> requirements(Fields fields, boolean noLicences) {
        boolean isSlice = fields.isSaid("parts") || fields.isSaid("share");
        boolean isLicences = noLicences || fields.isSaid("licences");
        Slice slice = SliceJson.slice(fields);
        Amounts licences = SliceJson.licences(fields);
        return before -> {
            Requirements sliced = isSlice ? before.withSlice(slice) : before;
            return isLicences ? sliced.withLicences(licences) : sliced;
        };
    }

    private static Asked always(Adjustment adjustment) {
        return new Adjusted(job -> adjustment);
    }
}
