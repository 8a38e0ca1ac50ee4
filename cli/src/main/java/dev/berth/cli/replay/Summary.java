package dev.berth.cli.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came of a stream of jobs under a policy. Rates are shares from 0 to 1.
 *
 * @param admission null if it is the default; then JSON does not have it
 * @param workLossRate work times servers of the refused jobs, over that of all jobs
 * @param impossibleWorkRate the part of it that no policy could have taken: not even an empty, fastest pool meets the
 *     deadline, no pool is large enough, or the job breaks a rule of the model
 * @param utilisation booked server time over that of all servers from the first submit to the last end
 * @param meanWaitSeconds from ready to start, over the accepted jobs
 * @param nanosPerDecision what the book took to decide one job, time passing included
 * @param peakIdlePeriods the most entries the calendar ever held: idle periods, or steps of a skyline
 */
public record Summary(
        String policy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String admission,
        long jobs,
        long accepted,
        long refused,
        double workLossRate,
        double impossibleWorkRate,
        double utilisation,
        double meanWaitSeconds,
        double nanosPerDecision,
        long peakIdlePeriods) {

    /** For people: one figure a line. */
    public String text() {
        return String.format(
                Locale.ROOT,
                """
                policy          %s
                %sjobs            %,d
                accepted        %,d
                refused         %,d
                work lost       %s
                  impossible    %s
                utilisation     %s
                mean wait       %s (h:mm)
                time/decision   %.2f us
                calendar peak   %,d entries
                """,
                policy,
                admission == null ? "" : "admission       %s\n".formatted(admission),
                jobs,
                accepted,
                refused,
                percent(workLossRate),
                percent(impossibleWorkRate),
                percent(utilisation),
                hoursAndMinutes(meanWaitSeconds),
                nanosPerDecision / 1000,
                peakIdlePeriods);
    }

    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    public static String hoursAndMinutes(double seconds) {
        long minutes = Math.round(seconds / 60);
        return String.format(Locale.ROOT, "%d:%02d", minutes / 60, minutes % 60);
    }
}
