package dev.berth.service.watch;

import dev.berth.service.cluster.ClusterStatus;
import dev.berth.service.cluster.Mirrored;
import dev.berth.service.guard.Sightings;
import dev.berth.service.site.Committed;
import dev.berth.service.site.Site;
import dev.berth.service.site.TrustedClock;
import dev.berth.service.wire.Names;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What is counted and timed, for Prometheus. */
public final class Metrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ConcurrentHashMap<String, Timer> timers = new ConcurrentHashMap<>();
    private final Counter changes;

    public Metrics(Site site) {
        new JvmMemoryMetrics().bindTo(registry);
        changes = Counter.builder("berth.changes")
                .description("changes made durable")
                .register(registry);
        Gauge.builder(
                        "berth.reservations.open",
                        site,
                        s -> s.read(view -> view.reservations().size()))
                .description("reservations that are held, wait or run")
                .register(registry);
        Gauge.builder(
                        "berth.reservations.degraded",
                        site,
                        s -> s.read(view -> view.degraded().size()))
                .description("reservations that have lost their servers")
                .register(registry);
        Gauge.builder("berth.time.stopped", site, s -> s.clock().state().isStopped() ? 1 : 0)
                .description("1 while time is stopped because the clock is not trusted")
                .register(registry);
        Gauge.builder(
                        "berth.servers",
                        site,
                        s -> s.read(view -> view.pools().stream()
                                .mapToInt(pool -> pool.servers())
                                .sum()))
                .description("servers of all pools")
                .register(registry);
    }

    public void committed(Committed committed) {
        changes.increment();
    }

    /** Named by the endpoint, not by what was asked for: strangers must not make up names. */
    public void answered(String method, String endpoint, int status, long nanos) {
        timers.computeIfAbsent(
                        method + " " + endpoint + " " + status,
                        key -> Timer.builder("berth.requests")
                                .description("requests answered")
                                .tag("method", method)
                                .tag("endpoint", endpoint)
                                .tag("status", Integer.toString(status))
                                .serviceLevelObjectives(
                                        Duration.ofMillis(1),
                                        Duration.ofMillis(5),
                                        Duration.ofMillis(20),
                                        Duration.ofMillis(100),
                                        Duration.ofSeconds(1))
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Counts uses without a reservation: those of now, and all since the start. */
    public void count(Sightings sightings, TrustedClock clock) {
        Gauge.builder(
                        "berth.intruders",
                        sightings,
                        seen -> seen.all(clock.millis()).size())
                .description("processes that use servers without a reservation")
                .register(registry);
        FunctionCounter.builder("berth.intruders.seen", sightings, Sightings::begun)
                .description("processes that were seen to use servers without a reservation")
                .register(registry);
    }

    /** Measures the cluster behind the book. */
    public void count(Supplier<ClusterStatus> cluster, TrustedClock clock) {
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

    /** Counts what a guard does. */
    public void acted(String act) {
        registry.counter("berth.guard.acts", "act", act).increment();
    }

    public String text() {
        return registry.scrape("text/plain; version=0.0.4; charset=utf-8");
    }
}
