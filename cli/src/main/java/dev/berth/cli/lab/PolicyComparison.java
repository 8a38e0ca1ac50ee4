package dev.berth.cli.lab;

import dev.berth.cli.replay.RefusalReason;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The policies side by side, for people.
 *
 * @param asPromised every policy, all jobs starting when they were promised
 * @param early the same policies, all jobs starting as soon as servers are free
 */
record PolicyComparison(List<Summary> asPromised, List<Summary> early) {
    private static final String ROW = "%-10s %10s %8s %10s %12s %14s %10s %11s %12s\n";

    /** Introduction to a comparison on the jobs of a file. */
    static String introduction(String file, List<Pool> pools, String admission) {
        return String.format(
                Locale.ROOT,
                "Jobs of %s on %s%s:%n%n",
                file,
                servers(pools),
                admission.equals(Admissions.DEFAULT) ? "" : ", admission " + admission);
    }

    private static String servers(List<Pool> pools) {
        return pools.stream().mapToInt(Pool::servers).sum()
                + pools.stream()
                        .map(pool -> pool.servers() + " at rate " + pool.rate())
                        .collect(Collectors.joining(", ", " servers (", ")"));
    }

    static String introduction(
            int jobs, List<Pool> pools, double load, double slackHours, long seed, String admission) {
        return String.format(
                Locale.ROOT,
                """
                %,d jobs of castillo's workload (book-ahead up to 14 days, 5.6 hours of work in the mean, deadlines with up
                to %.0f hours of slack) at load %s on %s, %sseed %d:

                """,
                jobs,
                slackHours,
                load,
                servers(pools),
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

    /** The default policy, or the first one if it is not among them. */
    private static Summary chosen(List<Summary> summaries) {
        return summaries.stream()
                .filter(PolicyComparison::isDefault)
                .findFirst()
                .orElseGet(summaries::getFirst);
    }

    private static boolean isDefault(Summary summary) {
        return summary.policy().equals(Calendars.DEFAULT);
    }

    /** Sentences that compare the work that the default loses with the losses of the other policies. */
    static String inWords(List<Summary> summaries) {
        Comparator<Summary> byLoss = Comparator.comparingDouble(Summary::workLossRate);
        Summary chosen = chosen(summaries);
        Summary least = summaries.stream().min(byLoss).orElseThrow();
        Summary most = summaries.stream().max(byLoss).orElseThrow();
        String seen = "%s%s loses %s of the work"
                .formatted(
                        chosen.policy(),
                        isDefault(chosen) ? ", the default," : "",
                        Summary.percent(chosen.workLossRate()));
        if (summaries.size() == 1) {
            seen += ".";
        } else if (chosen.workLossRate() == most.workLossRate()) {
            seen += "; no policy loses more.";
        } else {
            seen += " where %s loses %s.".formatted(most.policy(), Summary.percent(most.workLossRate()));
        }
        if (least.workLossRate() < chosen.workLossRate()) {
            seen += " %s loses least, %s.".formatted(least.policy(), Summary.percent(least.workLossRate()));
        }
        return seen + "\n" + otherReasons(summaries);
    }

    /** Work that is lost for another reason than lack of room says something about the jobs or the policy. */
    private static String otherReasons(List<Summary> summaries) {
        Map<String, List<String>> policies = new TreeMap<>();
        for (Summary summary : summaries) {
            for (RefusalReason reason : summary.refusals()) {
                if (!reason.code().equals("no-capacity") && reason.workLossRate() > 0) {
                    policies.computeIfAbsent(
                                    "%s of the work is refused as %s"
                                            .formatted(Summary.percent(reason.workLossRate()), reason.code()),
                                    key -> new ArrayList<>())
                            .add(summary.policy());
                }
            }
        }
        StringBuilder text = new StringBuilder();
        policies.forEach((what, names) -> text.append("%s by %s.%n"
                .formatted(what, names.size() == summaries.size() ? "every policy" : String.join(", ", names))));
        return text.toString();
    }

    private String gain() {
        Summary before = chosen(asPromised);
        Summary after = chosen(early);
        String loss = Summary.percent(before.workLossRate());
        String wait = Summary.hoursAndMinutes(before.meanWaitSeconds());
        String waitNow = Summary.hoursAndMinutes(after.meanWaitSeconds());
        return loss.equals(Summary.percent(after.workLossRate())) && wait.equals(waitNow)
                ? "Early starts make no difference to %s on these jobs.\n".formatted(before.policy())
                : "Without early starts %s loses %s, and its jobs wait %s instead of %s.\n"
                        .formatted(before.policy(), loss, wait, waitNow);
    }
}
