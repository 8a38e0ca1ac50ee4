package dev.berth.cli.lab;

import dev.berth.cli.replay.Summary;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The policies side by side, for people.
 *
 * @param asPromised every policy, all jobs starting when they were promised
 * @param early the same policies, all jobs starting as soon as servers are free
 */
record Comparison(List<Summary> asPromised, List<Summary> early) {
    private static final String ROW = "%-10s %10s %8s %10s %12s %14s %10s %11s %12s\n";

    static String introduction(
            int jobs, List<Pool> pools, double load, double slackHours, long seed, String admission) {
        String servers = pools.stream()
                .map(pool -> pool.servers() + " at rate " + pool.rate())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                """
                %,d jobs of castillo's workload (book-ahead up to 14 days, 5.6 hours of work in the mean, deadlines with up
                to %.0f hours of slack) at load %s on %d servers (%s), %sseed %d:

                """,
                jobs,
                slackHours,
                load,
                pools.stream().mapToInt(Pool::servers).sum(),
                servers,
                admission.equals(Admissions.DEFAULT) ? "" : "admission " + admission + ", ",
                seed);
    }

    List<Summary> all() {
        return Stream.concat(asPromised.stream(), early.stream()).toList();
    }

    String text() {
        return "Jobs start when they were promised:\n" + table(asPromised)
                + "\nJobs start as soon as servers are free, and when they were promised at the latest:\n"
                + table(early)
                + "\nWaits and turnaround are means in h:mm, from ready to the promised start, to the start and to the end.\n"
                + inWords(early) + gain() + "Replay jobs of your own: ./berth admit --help\n";
    }

    private static String table(List<Summary> summaries) {
        StringBuilder text = new StringBuilder();
        text.append(ROW.formatted(
                "policy",
                "accepted",
                "refused",
                "work lost",
                "utilisation",
                "promised wait",
                "real wait",
                "turnaround",
                "us/decision"));
        for (Summary summary : summaries) {
            text.append(ROW.formatted(
                    summary.policy(),
                    String.format(Locale.ROOT, "%,d", summary.accepted()),
                    String.format(Locale.ROOT, "%,d", summary.refused()),
                    Summary.percent(summary.workLossRate()),
                    Summary.percent(summary.utilisation()),
                    Summary.hoursAndMinutes(summary.meanPromisedWaitSeconds()),
                    Summary.hoursAndMinutes(summary.meanWaitSeconds()),
                    Summary.hoursAndMinutes(summary.meanTurnaroundSeconds()),
                    String.format(Locale.ROOT, "%.1f", summary.nanosPerDecision() / 1000)));
        }
        return text.toString();
    }

    private static Summary ofDefault(List<Summary> summaries) {
        return summaries.stream()
                .filter(summary -> summary.policy().equals(Calendars.DEFAULT))
                .findFirst()
                .orElseThrow();
    }

    /** What the default loses, and what the others do. */
    static String inWords(List<Summary> summaries) {
        Comparator<Summary> byLoss = Comparator.comparingDouble(Summary::workLossRate);
        Summary chosen = ofDefault(summaries);
        Summary least = summaries.stream().min(byLoss).orElseThrow();
        Summary most = summaries.stream().max(byLoss).orElseThrow();
        String seen;
        if (chosen.workLossRate() == most.workLossRate()) {
            seen = "%s, the default, loses %s of the work; no policy loses more."
                    .formatted(chosen.policy(), Summary.percent(chosen.workLossRate()));
        } else {
            seen = "%s, the default, loses %s of the work where %s loses %s."
                    .formatted(
                            chosen.policy(),
                            Summary.percent(chosen.workLossRate()),
                            most.policy(),
                            Summary.percent(most.workLossRate()));
        }
        if (least.workLossRate() < chosen.workLossRate()) {
            seen += " %s loses least, %s.".formatted(least.policy(), Summary.percent(least.workLossRate()));
        }
        return seen + "\n";
    }

    private String gain() {
        Summary before = ofDefault(asPromised);
        Summary after = ofDefault(early);
        return "Without early starts %s loses %s, and its jobs wait %s instead of %s.\n"
                .formatted(
                        before.policy(),
                        Summary.percent(before.workLossRate()),
                        Summary.hoursAndMinutes(before.meanWaitSeconds()),
                        Summary.hoursAndMinutes(after.meanWaitSeconds()));
    }
}
