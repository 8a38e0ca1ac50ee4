package dev.berth.cli.console;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error while that is a terminal; otherwise nothing. */
public final class ShownProgress implements AutoCloseable {
    /** Set by the launcher: before Java 22 a program cannot tell whether standard error is a terminal. */
    static final String TERMINAL = "berth.terminal";
    /** A given width spares the search for the terminal's own, which needs native code. */
    private static final int WIDTH = 79;

    private final @Nullable ProgressBar bar;

    private ShownProgress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Begins to read this many bytes; 0 is not known, and nothing is shown. */
    public static ShownProgress ofBytes(String task, long total, PrintStream err) {
        return of(task, total, "kB", 1000, err);
    }

    /** Begins to decide this many jobs. */
    public static ShownProgress ofJobs(String task, long total, PrintStream err) {
        return of(task, total, " jobs", 1, err);
    }

    /** Begins this many runs of a simulation. */
    public static ShownProgress ofRuns(String task, long total, PrintStream err) {
        return of(task, total, " runs", 1, err);
    }

    /** Begins to try this many plans. */
    public static ShownProgress ofPlans(String task, long total, PrintStream err) {
        return of(task, total, " plans", 1, err);
    }

    /** Whether standard error is a terminal. */
    public static boolean isTerminal() {
        return Boolean.getBoolean(TERMINAL);
    }

    private static ShownProgress of(String task, long total, String unit, long unitSize, PrintStream err) {
        if (total < 1 || !isTerminal()) {
            return new ShownProgress(null);
        }
        return new ShownProgress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                .clearDisplayOnFinish()
                .build());
    }

    public void to(long done) {
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
