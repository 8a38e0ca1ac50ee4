package dev.berth.soak.instances;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Table of the results of a soak. */
final class SoakReport {
    private final List<Exchange> history;
    private final StringBuilder table = new StringBuilder("| what | count |\n|---|---|\n");

    private SoakReport(List<Exchange> history) {
        this.history = history;
    }

    static String of(List<Exchange> history, List<JournalEntry> journal, Faults faults, List<String> violations) {
        SoakReport report = new SoakReport(history);
        faults.counts().forEach(report::line);
        for (Exchange.Kind kind : Exchange.Kind.values()) {
            for (Exchange.Outcome outcome : Exchange.Outcome.values()) {
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

    private long count(Exchange.Kind kind, Exchange.Outcome outcome) {
        return history.stream()
                .filter(each -> each.kind() == kind && each.outcome() == outcome)
                .count();
    }

    /** From the kill of a leader to the first answer to a write that the next one has given. */
    private void takeovers(List<JournalEntry> journal, List<Faults.Takeover> takeovers) {
        Map<Long, Long> terms = new HashMap<>();
        journal.forEach(each -> terms.put(each.number(), each.term()));
        long[] millis = takeovers.stream()
                .mapToLong(lost -> history.stream()
                        .filter(each -> each.outcome() == Exchange.Outcome.DONE
                                && each.kind() != Exchange.Kind.READ
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
