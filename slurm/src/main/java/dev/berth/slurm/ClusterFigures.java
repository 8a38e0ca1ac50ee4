package dev.berth.slurm;

import dev.berth.site.TrustedClock;
import dev.berth.wire.Names;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Supplier;

/** Figures of the cluster behind the book, for Prometheus. */
public record ClusterFigures(Supplier<ClusterStatus> cluster, TrustedClock clock) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("berth.cluster.up", cluster, c -> c.get().silent().isEmpty() ? 1 : 0)
                .description("1 if the cluster was heard in full in the latest round")
                .register(registry);
        Gauge.builder(
                        "berth.cluster.census.age",
                        cluster,
                        c -> c.get()
                                .census()
                                .map(heard -> seconds(clock.millis() - heard))
                                .orElse(Double.POSITIVE_INFINITY))
                .description("time since the cluster was last heard in full; infinite if never")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("berth.cluster.round", cluster, c -> seconds(c.get().took()))
                .description("how long the latest round took")
                .baseUnit("seconds")
                .register(registry);
        for (Mirrored.State state : Mirrored.State.values()) {
            Gauge.builder("berth.cluster.reservations", cluster, c -> c.get().count(state))
                    .description("reservations of the book by their state in the cluster")
                    .tag("state", Names.of(state))
                    .register(registry);
        }
        Gauge.builder("berth.cluster.promises.in.danger", cluster, c -> c.get().inDanger())
                .description("reservations that may not be kept unless somebody acts")
                .register(registry);
        Gauge.builder("berth.cluster.brake", cluster, c -> c.get().brakes().isEmpty() ? 0 : 1)
                .description("1 while reservations keep nodes that are down, because too much failed at once")
                .register(registry);
        FunctionCounter.builder("berth.cluster.actions", cluster, c -> c.get().actions())
                .description("what was done in the cluster")
                .register(registry);
        FunctionCounter.builder("berth.cluster.refusals", cluster, c -> c.get().refusals())
                .description("what the cluster refused")
                .register(registry);
    }

    private static double seconds(long millis) {
        return millis / 1000.0;
    }
}
