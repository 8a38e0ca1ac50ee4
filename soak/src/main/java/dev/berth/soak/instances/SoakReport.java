package dev.berth.soak.instances;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Table of the results of a soak. */
final class SoakReport {
    private final List<WatchedExchange> history;
    private final StringBuilder table = new StringBuilder("| what | count |\n|---|---|\n");

    private SoakReport(List<WatchedExchange> history) {
        this.history = history;
    }

    static String of(
            List<WatchedExchange> history, List<JournalEntry> journal, InstanceFaults faults, List<String> violations) {
        SoakReport report = new SoakReport(history);
        faults.counts().forEach(report::line);
        for (WatchedExchange.Kind kind : WatchedExchange.Kind.values()) {
            for (WatchedExchange.Outcome outcome : WatchedExchange.Outcome.values()) {
                report.line(kind + " " + outcome, report.count(kind, outcome));
            }
        }
        report.line("entries", journal.size());
        report.line(
                "terms with entries",
                journal.stream().mapToLong(JournalEntry::term).distinct().count());
        report.takeovers(journal, faults.takeovers());
        report.line("violations", violations.size());
        violations.stream()
                .limit(50)
                .forEach(each -> report.table.append("VIOLATION: ").append(each).append('\n'));
        return report.table.toString();
    }

    private void line(String what, long count) {
        table.append(String.format("| %s | %,d |%n", what, count));
    }

    private long count(WatchedExchange.Kind kind, WatchedExchange.Outcome outcome) {
        return history.stream()
                .filter(each -> each.kind() == kind && each.outcome() == outcome)
                .count();
    }

    /** From the kill of a leader to the first answer to a write that the next one has given. */
    private void takeovers(List<JournalEntry> journal, List<InstanceFaults.Takeover> takeovers) {
        Map<Long, Long> terms = new HashMap<>();
        journal.forEach(each -> terms.put(each.number(), each.term()));
        long[] millis = takeovers.stream()
                .mapToLong(lost -> history.stream()
                        .filter(each -> each.outcome() == WatchedExchange.Outcome.DONE
                                && each.kind() != WatchedExchange.Kind.READ
                                && terms.getOrDefault(each.version(), 0L) > lost.term()
                                && each.ended() > lost.moment())
                        .mapToLong(each -> (each.ended() - lost.moment()) / 1_000_000)
                        .min()
                        .orElse(-1))
                .sorted()
                .toArray();
        if (millis.length > 0) {
            table.append(String.format(
                    "| take-over after kill -9, ms: p50, p99, all | %d, %d, %s |%n",
                    millis[millis.length / 2],
                    millis[Math.min(millis.length - 1, millis.length * 99 / 100)],
                    Arrays.toString(millis)));
        }
    }
}
