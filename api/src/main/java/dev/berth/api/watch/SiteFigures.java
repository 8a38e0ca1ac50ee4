package dev.berth.api.watch;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.site.PartTime;
import dev.berth.site.Site;
import dev.berth.site.View;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a site and its pools stand, counted once for each scrape and not once for each gauge: every question to a site waits for
 * a batch of writes. What cannot be counted, such as of a site that has stopped, is NaN.
 */
final class SiteFigures {
    private static final Logger LOG = LoggerFactory.getLogger(SiteFigures.class);

    /** Reservations that are looked at while writers wait; the other pools are counted in the next question. */
    private static final long MOST_AT_ONCE = 20_000;
    /** A pool with more around this moment is not counted: a scrape may take milliseconds, not seconds. */
    private static final long MOST_OF_A_POOL = 200_000;

    private static final Figures UNKNOWN = new Figures(Double.NaN, Double.NaN, Double.NaN, Map.of());

    private final Site site;
    private final MeterRegistry registry;
    private final Set<String> registered = new HashSet<>();
    private volatile Figures latest = UNKNOWN;

    /** Figures of all pools together, and of each by its name. */
    private record Figures(double open, double degraded, double servers, Map<String, OfPool> pools) {}

    /** How many of a part the hosts of a pool have, and how many are held, reserved or in use now. */
    private record OfPart(double all, double booked) {
        static final OfPart UNKNOWN = new OfPart(Double.NaN, Double.NaN);
    }

    /**
     * How many servers a pool has, and of how many of them something holds now: a slice of a host counts as the share that it
     * takes.
     */
    private record OfPool(
            String name, double servers, double booked, double running, double out, Map<String, OfPart> parts) {
        static final OfPool UNKNOWN = new OfPool("", Double.NaN, Double.NaN, Double.NaN, Double.NaN, Map.of());

        static OfPool of(View view, Pool pool, Window now, boolean isTooMuch) {
            List<Reservation> with = isTooMuch ? List.of() : view.within(pool.id(), now);
            long out = view.outages(pool.id()).stream()
                    .filter(outage -> outage.window().overlaps(now)
                            && outage.taken().slice().isWhole())
                    .mapToInt(Outage::server)
                    .distinct()
                    .count();
            return new OfPool(
                    pool.id().name(),
                    pool.servers(),
                    isTooMuch ? Double.NaN : servers(view, with),
                    isTooMuch
                            ? Double.NaN
                            : servers(
                                    view,
                                    with.stream().filter(Reservation::isRunning).toList()),
                    out,
                    isTooMuch ? Map.of() : parts(view, pool, with));
        }

        private static double servers(View view, List<Reservation> reservations) {
            PartTime time = PartTime.of(view);
            double sum = 0;
            for (Reservation each : reservations) {
                Placement placement = each.placement();
                int share = time.share(placement.taken().slice(), placement.pool());
                sum += share == Tariff.ONE ? placement.count() : placement.count() * (double) share / Tariff.ONE;
            }
            return sum;
        }

        private static Map<String, OfPart> parts(View view, Pool pool, List<Reservation> reservations) {
            PartTime time = PartTime.of(view);
            Map<String, OfPart> parts = new TreeMap<>();
            time.taken(Slice.WHOLE, pool.id(), pool.servers())
                    .forEach((part, all) -> parts.put(part, new OfPart(all / (double) PartTime.UNIT, 0)));
            for (Reservation each : reservations) {
                time.taken(
                                each.placement().taken().slice(),
                                pool.id(),
                                each.placement().count())
                        .forEach((part, taken) -> parts.computeIfPresent(
                                part,
                                (name, before) ->
                                        new OfPart(before.all(), before.booked() + taken / (double) PartTime.UNIT)));
            }
            return parts;
        }
    }

    SiteFigures(Site site, MeterRegistry registry) {
        this.site = site;
        this.registry = registry;
        gauge("berth.reservations.open", "reservations that are held, wait or run", Figures::open);
        gauge("berth.reservations.degraded", "reservations that have lost their servers", Figures::degraded);
        gauge("berth.servers", "servers of all pools", Figures::servers);
    }

    private void gauge(String name, String about, ToDoubleFunction<Figures> figure) {
        Gauge.builder(name, this, figures -> figure.applyAsDouble(figures.latest))
                .description(about)
                .register(registry);
    }

    /** Counts anew; called by one thread at a time. */
    void count() {
        try {
            List<OfPool> pools = new ArrayList<>();
            boolean areMore = true;
            while (areMore) {
                areMore = site.read(view -> count(view, pools));
            }
            latest = site.read(view -> new Figures(
                    view.reservations().size(),
                    view.degraded().size(),
                    pools.stream().mapToDouble(OfPool::servers).sum(),
                    pools.stream().collect(Collectors.toUnmodifiableMap(OfPool::name, Function.identity()))));
            pools.stream().map(OfPool::name).filter(registered::add).forEach(this::register);
            for (OfPool pool : pools) {
                pool.parts().keySet().stream()
                        .filter(part -> registered.add(pool.name() + "\n" + part))
                        .forEach(part -> register(pool.name(), part));
            }
        } catch (RuntimeException e) {
            LOG.debug("not counted: {}", e.getMessage());
            latest = UNKNOWN;
        }
    }

    /** Counts pools beyond those that are counted, as many as one question may; whether more are left. */
    private static boolean count(View view, List<OfPool> counted) {
        Window now = new Window(view.now(), view.now() + 1);
        List<Pool> pools = view.pools();
        for (long work = 0; counted.size() < pools.size() && work < MOST_AT_ONCE; ) {
            Pool pool = pools.get(counted.size());
            long around = view.busyness(pool.id(), now);
            boolean isTooMuch = around > MOST_OF_A_POOL;
            counted.add(OfPool.of(view, pool, now, isTooMuch));
            work += isTooMuch ? 1 : around + 1;
        }
        return counted.size() < pools.size();
    }

    private void register(String pool) {
        gauge(pool, "berth.pool.servers", "servers of a pool", OfPool::servers);
        gauge(pool, "berth.pool.servers.booked", "servers that are held, reserved or in use now", OfPool::booked);
        gauge(pool, "berth.pool.servers.running", "servers whose reservations run now", OfPool::running);
        gauge(pool, "berth.pool.servers.out", "servers that are drained, blocked or failed now", OfPool::out);
    }

    private void register(String pool, String part) {
        gauge(pool, part, "berth.pool.part", "parts of the hosts of a pool, memory in GiB", OfPart::all);
        gauge(pool, part, "berth.pool.part.booked", "parts that are held, reserved or in use now", OfPart::booked);
    }

    private void gauge(String pool, String part, String name, String about, ToDoubleFunction<OfPart> figure) {
        Gauge.builder(
                        name,
                        this,
                        figures -> figure.applyAsDouble(figures.latest
                                .pools()
                                .getOrDefault(pool, OfPool.UNKNOWN)
                                .parts()
                                .getOrDefault(part, OfPart.UNKNOWN)))
                .description(about)
                .tag("pool", pool)
                .tag("part", part)
                .register(registry);
    }

    private void gauge(String pool, String name, String about, ToDoubleFunction<OfPool> figure) {
        Gauge.builder(
                        name,
                        this,
                        figures -> figure.applyAsDouble(figures.latest.pools().getOrDefault(pool, OfPool.UNKNOWN)))
                .description(about)
                .tag("pool", pool)
                .register(registry);
    }
}
