package dev.berth.cli.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Results of a stream of jobs under a policy. Rates are shares from 0 to 1.
 *
 * @param earlyStarts whether jobs started as soon as servers were free; otherwise they started when they were promised
 * @param admission null if it is the default; then JSON does not have it
 * @param refusals why jobs were refused, the reason that lost the most work first
 * @param workLossRate work times servers of the refused jobs, over that of all jobs
 * @param impossibleWorkRate the part of it that no policy could have taken: not even an empty, fastest pool meets the
 *     deadline, no pool is large enough, or the job breaks a rule of the model
 * @param utilisation booked server time over that of all servers from the first submit to the last end
 * @param meanPromisedWaitSeconds from ready to the start that was promised first, over the accepted jobs
 * @param meanWaitSeconds the real wait, from ready to start
 * @param meanTurnaroundSeconds from ready to end; from submit it would mostly say how far ahead jobs are booked
 * @param nanosPerDecision what the book took to decide one job, time passing included
 * @param peakIdlePeriods the most entries the calendar ever held: idle periods, or steps of a skyline
 */
public record Summary(
        String policy,
        boolean earlyStarts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String admission,
        long jobs,
        long accepted,
        long refused,
        List<RefusalReason> refusals,
        double workLossRate,
        double impossibleWorkRate,
        double utilisation,
        double meanPromisedWaitSeconds,
        double meanWaitSeconds,
        double meanTurnaroundSeconds,
        double nanosPerDecision,
        long peakIdlePeriods) {
    public Summary {
        refusals = List.copyOf(refusals);
    }

    /** For people: one figure a line. */
    public String text() {
        return String.format(
                Locale.ROOT,
                """
                policy          %s
                early starts    %s
                %sjobs            %,d
                accepted        %,d
                refused         %,d
                %swork lost       %s
                  impossible    %s
                utilisation     %s
                promised wait   %s (h:mm, mean from ready to the promised start)
                real wait       %s (from ready to start)
                turnaround      %s (from ready to end)
                time/decision   %.2f us
                calendar peak   %,d entries
                """,
                policy,
                earlyStarts ? "on" : "off",
                admission == null ? "" : "admission       %s\n".formatted(admission),
                jobs,
                accepted,
                refused,
                reasons(),
                percent(workLossRate),
                percent(impossibleWorkRate),
                percent(utilisation),
                hoursAndMinutes(meanPromisedWaitSeconds),
                hoursAndMinutes(meanWaitSeconds),
                hoursAndMinutes(meanTurnaroundSeconds),
                nanosPerDecision / 1000,
                peakIdlePeriods);
    }

    private String reasons() {
        StringBuilder text = new StringBuilder();
        for (RefusalReason reason : refusals) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-20s %,d %s, %s of all work\n",
                    reason.code(),
                    reason.jobs(),
                    reason.jobs() == 1 ? "job" : "jobs",
                    percent(reason.workLossRate())));
        }
        return text.toString();
    }

    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    public static String hoursAndMinutes(double seconds) {
        long minutes = Math.round(seconds / 60);
        return String.format(Locale.ROOT, "%d:%02d", minutes / 60, minutes % 60);
    }
}
