package dev.berth.api.reservations;

import dev.berth.api.Checks;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.service.series.Recurrence;
import dev.berth.service.series.Series;
import dev.berth.service.series.SeriesBookings;
import dev.berth.wire.Fields;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads when a job recurs. */
final class SeriesReader {
    private SeriesReader() {}

    /** @param job what was read of it, if anything was right */
    static SeriesBookings.Order read(Fields fields, Fields recurrence, @Nullable Job job, @Nullable Wish wish) {
        recurrence.require("rule");
        String rule = recurrence.text("rule", 500);
        recurrence.require("zone");
        ZoneId zone = recurrence.parsed("zone", "must be an IANA time zone such as Europe/Zurich", Recurrence::zone);
        Series.Mode mode = recurrence.oneOf("mode", Series.Mode.class);
        recurrence.closed();
        fields.closed();
        Recurrence pattern = rule == null || zone == null ? null : recurrence.build(() -> new Recurrence(rule, zone));
        List<Long> starts =
                pattern == null || job == null ? null : recurrence.build(() -> pattern.occurrences(job.ready()));
        return new SeriesBookings.Order(
                fields.built(() -> Checks.present(job)),
                Checks.present(pattern),
                Checks.present(starts),
                mode == null ? Series.Mode.ALL_OR_NOTHING : mode,
                wish);
    }
}
