package dev.berth.service.booking;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.wire.Fields;
import org.jspecify.annotations.Nullable;

/**
 * When and in which order queued requests are decided: {@code intake} of {@code site.yaml}.
 *
 * @param priorities which priority the requests of an account have
 */
public record IntakeSettings(Rounds rounds, PriorityRule priorities) {
    private static final int MOST_JOBS = 1_000_000;
    private static final int MOST_PATIENCE = 1_000;

    /** Reads it; null if something is wrong with it. */
    public static @Nullable IntakeSettings read(Fields fields) {
        fields.require("round");
        Long round = fields.positiveDuration("round");
        int significantDifference =
                fields.whole("significantDifference", 0, Priority.HIGHEST, Rules.DEFAULT.significantDifference());
        int most = fields.whole("most", 1, MOST_JOBS, Rules.DEFAULT.most());
        Sorting sorting = fields.parsed("sorting", "must be shortest, longest or first-come", Sorting::of);
        boolean discard = fields.flag("discard");
        int patience = fields.whole("patience", 1, MOST_PATIENCE, Excess.Defer.DEFAULT_PATIENCE);
        if (discard && fields.has("patience")) {
            fields.fault("patience", "cannot be combined with discard; give one of them");
        }
        PriorityRule.Source source = fields.oneOf("priorities", PriorityRule.Source.class);
        int priority = fields.whole(
                "priority", 1, Priority.HIGHEST, PriorityRule.USUAL.usual().level());
        fields.closed();
        if (round == null) {
            return null;
        }
        return fields.build(() -> new IntakeSettings(
                new Rounds(
                        round,
                        new Rules(
                                significantDifference,
                                most,
                                sorting == null ? Sorting.SHORTEST : sorting,
                                discard ? new Excess.Discard() : new Excess.Defer(patience))),
                new PriorityRule(source == null ? PriorityRule.USUAL.source() : source, new Priority(priority))));
    }
}
