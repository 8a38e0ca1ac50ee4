package dev.berth.lab.experiment;

import java.util.function.Supplier;

/**
 * Work of a cell whose processor time is shown: it is done even if another figure has done it, on a machine that may have been
 * cold. Figures that do not show the time take its result.
 *
 * @param warmUp done before
 */
public record TimedRun<R>(KnownRun<R> run, Runnable warmUp) implements Supplier<R> {
    @Override
    public R get() {
        warmUp.run();
        return run.get();
    }
}
