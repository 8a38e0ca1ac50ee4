package dev.berth.cli.lab;

import dev.berth.cli.replay.Summary;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The policies side by side, for people. */
final class Comparison {
    private Comparison() {}

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

    static String text(List<Summary> summaries) {
        StringBuilder text = new StringBuilder();
        text.append(line("policy", "accepted", "refused", "work lost", "utilisation", "mean wait", "us/decision"));
        for (Summary summary : summaries) {
            text.append(line(
                    summary.policy(),
                    String.format(Locale.ROOT, "%,d", summary.accepted()),
                    String.format(Locale.ROOT, "%,d", summary.refused()),
                    Summary.percent(summary.workLossRate()),
                    Summary.percent(summary.utilisation()),
                    Summary.hoursAndMinutes(summary.meanWaitSeconds()),
                    String.format(Locale.ROOT, "%.1f", summary.nanosPerDecision() / 1000)));
        }
        return text.append('\n').append(inWords(summaries)).toString();
    }

    private static String line(String policy, String... figures) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-10s", policy));
        for (String figure : figures) {
            line.append(String.format(Locale.ROOT, "%13s", figure));
        }
        return line.append('\n').toString();
    }

    static String inWords(List<Summary> summaries) {
        Comparator<Summary> byLoss = Comparator.comparingDouble(Summary::workLossRate);
        Summary chosen = summaries.stream()
                .filter(summary -> summary.policy().equals(Calendars.DEFAULT))
                .findFirst()
                .orElseThrow();
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
        return seen + "\nReplay jobs of your own: ./berth admit --help\n";
    }
}
