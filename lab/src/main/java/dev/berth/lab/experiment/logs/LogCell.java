package dev.berth.lab.experiment.logs;

import dev.berth.lab.workload.swf.Trace;
import java.util.List;
import java.util.stream.Stream;

/**
 * A log with the book-ahead and the slack that its jobs are given.
 *
 * @param ahead hours up to which book-ahead is drawn
 * @param slack hours up to which slack is drawn, or that it has
 */
record LogCell(Trace log, int ahead, int slack) {
    static final List<Integer> AHEAD = List.of(0, 24, 336);
    static final List<Integer> SLACK = List.of(2, 20, 200);

    static Stream<LogCell> of(Trace log) {
        return SLACK.stream().flatMap(slack -> AHEAD.stream().map(ahead -> new LogCell(log, ahead, slack)));
    }

    String name() {
        return "%s, %d h ahead, %d h slack".formatted(log.label(), ahead, slack);
    }

    /** Part of the keys of its runs, which differ in nothing else than the way and the number. */
    String key() {
        return "%s %d %d".formatted(log.label(), ahead, slack);
    }
}
