package dev.berth.service.settings;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.service.wire.Fields;
import org.jspecify.annotations.Nullable;

/** Reads {@code intake} of {@code site.yaml}: when and in which order queued requests are decided. */
final class IntakeSettings {
    private static final int MOST_JOBS = 1_000_000;
    private static final int MOST_PATIENCE = 1_000;

    private IntakeSettings() {}

    static SiteSettings.@Nullable Intake read(Fields fields) {
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
        int priority = fields.whole("priority", 1, Priority.HIGHEST, SiteSettings.Intake.USUAL.level());
        fields.closed();
        if (round == null) {
            return null;
        }
        return fields.build(() -> new SiteSettings.Intake(
                new Rounds(
                        round,
                        new Rules(
                                significantDifference,
                                most,
                                sorting == null ? Sorting.SHORTEST : sorting,
                                discard ? new Excess.Discard() : new Excess.Defer(patience))),
                new Priority(priority)));
    }
}
