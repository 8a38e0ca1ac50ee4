package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.journal.JournalSize;
import dev.berth.service.guard.Sightings;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import dev.berth.site.TrustedClock;
import dev.berth.wire.Names;
import dev.berth.words.build.Build;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;

/** Metrics of the service for Prometheus. */
public final class Metrics implements AutoCloseable {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofSeconds(1)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ConcurrentHashMap<String, Timer> timers = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Counter> refusals = new ConcurrentHashMap<>();
    private final Counter changes;

    private final ProcessMetrics process = new ProcessMetrics();
    private final SiteFigures figures;
    private final Map<Event.Cause, Counter> closed = new EnumMap<>(Event.Cause.class);
    private final Counter degraded;
    private final Counter recovered;

    public Metrics(Site site) {
        process.bindTo(registry);
        figures = new SiteFigures(site, registry);
        changes = counter("berth.changes", "changes made durable");
        degraded = counter("berth.reservations.degradations", "times that a reservation lost its servers");
        recovered = counter("berth.reservations.recoveries", "times that a degraded reservation got servers again");
        // All of them from the beginning: what is not there until it happens first is missed by increase().
        for (Event.Cause cause : Event.Cause.values()) {
            closed.put(
                    cause,
                    Counter.builder("berth.reservations.closed")
                            .description("reservations that are no longer open, by the reason")
                            .tag("cause", Names.of(cause))
                            .register(registry));
        }
        Gauge.builder("berth.time.stopped", site, s -> s.clock().state().isStopped() ? 1 : 0)
                .description("1 while time is stopped because the clock is not trusted")
                .register(registry);
        Gauge.builder("berth.leader", site, s -> s.isFollowing() ? 0 : 1)
                .description("1 if this instance leads the site, 0 if it follows")
                .register(registry);
        Gauge.builder("berth.build.info", Build.own(), build -> 1)
                .description("which build of the program this is")
                .tag("version", Build.own().version())
                .tag("commit", Build.own().commit())
                .register(registry);
        journal(site);
    }

    private Counter counter(String name, String about) {
        return Counter.builder(name).description(about).register(registry);
    }

    private void journal(Site site) {
        Timer appends = Timer.builder("berth.journal.append")
                .description("time to make a batch of changes durable")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        site.timeAppends(nanos -> appends.record(nanos, TimeUnit.NANOSECONDS));
        if (site.journalSize().isPresent()) {
            Gauge.builder("berth.journal", site, s -> size(s, JournalSize::bytes))
                    .description("size of the journal")
                    .baseUnit("bytes")
                    .register(registry);
            Gauge.builder("berth.journal.wal", site, s -> size(s, JournalSize::log))
                    .description("size of the write-ahead log beside the journal")
                    .baseUnit("bytes")
                    .register(registry);
        }
    }

    private static double size(Site site, ToLongFunction<JournalSize> part) {
        return site.journalSize().map(size -> (double) part.applyAsLong(size)).orElse(Double.NaN);
    }

    /** Measures how far an instance that follows is behind the leader. */
    public void lag(Site site, DoubleSupplier seconds) {
        Gauge.builder("berth.follower.lag", () -> site.isFollowing() ? seconds.getAsDouble() : 0)
                .description("how old what this instance knows of the site may be; 0 if it leads")
                .baseUnit("seconds")
                .register(registry);
    }

    public void committed(Committed committed) {
        changes.increment();
        committed.events().forEach(this::count);
    }

    private void count(Event event) {
        switch (event) {
            case Event.Closed e -> Objects.requireNonNull(closed.get(e.cause())).increment();
            case Event.Degraded e -> degraded.increment();
            case Event.Recovered e -> recovered.increment();
            case Event.TurnedAway e -> refused(e.reason().code());
            case Event.PoolAdded e -> {}
            case Event.ServersAdded e -> {}
            case Event.Reserved e -> {}
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Queued e -> {}
            case Event.Deferred e -> {}
            case Event.Held e -> {}
            case Event.Confirmed e -> {}
            case Event.Moved e -> {}
            case Event.StartsEarly e -> {}
            case Event.TariffSet e -> {}
            case Event.Changed e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Bound e -> {}
            case Event.Shunned e -> {}
            case Event.Started e -> {}
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            case Event.TimeAdvanced e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    /**
     * Counts a refusal.
     *
     * @param reason one of the codes of the program: there are a few dozen of them, and strangers cannot make up others
     */
    public void refused(String reason) {
        refusals.computeIfAbsent(
                        reason,
                        key -> Counter.builder("berth.refusals")
                                .description("requests refused, by the reason")
                                .tag("reason", key)
                                .register(registry))
                .increment();
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
                                .serviceLevelObjectives(BUCKETS)
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

    /** Says whether something is held back because observers may be wrong. */
    public void brake(String observers, BooleanSupplier isOn) {
        // By a supplier, which the gauge holds: nobody else may.
        Gauge.builder("berth.silence.brake", () -> isOn.getAsBoolean() ? 1 : 0)
                .description(
                        "1 while reservations are kept that these observers would end, because many fell silent together")
                .tag("observers", observers)
                .register(registry);
    }

    /** Adds figures of others, such as those of a cluster. */
    public void add(MeterBinder others) {
        others.bindTo(registry);
    }

    /** Counts what a guard does. */
    public void acted(String act) {
        registry.counter("berth.guard.acts", "act", act).increment();
    }

    /** All of it as Prometheus reads it. */
    public synchronized String text() {
        figures.count();
        return registry.scrape("text/plain; version=0.0.4; charset=utf-8");
    }

    @Override
    public void close() {
        process.close();
        registry.close();
    }
}
