package dev.berth.lab.experiment;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Results of the {@link KnownRun}s that one runner has made, so that the next experiment or reading need not make them again. */
final class SharedRuns {
    private final Map<KnownRun<?>, Object> results = new ConcurrentHashMap<>();

    <R> R result(Supplier<R> work, Class<R> measures) {
        if (work instanceof KnownRun<R> run) {
            Object known = results.get(run);
            // Two threads may make the same run at once; to wait for one another would cost more than that.
            return known == null ? keep(run, run.get()) : measures.cast(known);
        }
        return work instanceof TimedRun<R> timed ? keep(timed.run(), timed.get()) : work.get();
    }

    private <R> R keep(KnownRun<R> run, R result) {
        results.put(run, result);
        return result;
    }
}
