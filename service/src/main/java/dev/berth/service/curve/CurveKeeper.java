package dev.berth.service.curve;

import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.service.account.AuditLog;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.wire.TariffJson;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the curves of a site's tariffs as its settings say: when the site is opened or its settings are read again, and once an
 * hour, because files are renewed and months pass. Nothing is written while nothing changes. Agreements keep what they were
 * agreed for.
 */
public final class CurveKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CurveKeeper.class);
    private static final Duration PAUSE = Duration.ofHours(1);

    private final Thread thread;

    private CurveKeeper(Thread thread) {
        this.thread = thread;
    }

    /**
     * Begins to keep them.
     *
     * @param latest the settings as they were read last
     */
    public static CurveKeeper start(Site site, Supplier<List<CurveSettings>> latest) {
        return new CurveKeeper(Thread.ofPlatform().daemon().name("berth-curves").start(() -> keep(site, latest)));
    }

    private static void keep(Site site, Supplier<List<CurveSettings>> latest) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(PAUSE);
                List<CurveSettings> settings = latest.get();
                if (settings.isEmpty()) {
                    continue;
                }
                List<Curves> read = new ArrayList<>();
                List<String> faults = read(settings, site.clock().millis(), read);
                faults.forEach(fault -> LOG.atWarn().addKeyValue("fault", fault).log("Curve not read; kept as it was"));
                site.write(Actor.SITE, transaction -> apply(transaction, read)).join();
            } catch (InterruptedException e) {
                return;
            } catch (CompletionException e) {
                LOG.atWarn().setCause(e.getCause()).log("Curves of tariffs not renewed; trying again");
            }
        }
    }

    /** Curves of some pools, as steps. */
    public record Curves(CurveSettings settings, Optional<TimeCurve> hours, Optional<Carbon> carbon) {}

    /**
     * Works out the curves, and adds them to a list.
     *
     * @return what is wrong with files; pools of these keep the curves that they have
     */
    public static List<String> read(List<CurveSettings> settings, long now, List<Curves> into) {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            CurveSettings each = settings.get(i);
            try {
                Optional<DatedValues> power = each.power().map(file -> DatedValues.read(file.file(), each.zone()));
                Optional<Carbon> carbon = each.carbon()
                        .map(file -> new Carbon(
                                file.watts(), CurveSteps.carbon(DatedValues.read(file.file(), each.zone()))));
                into.add(new Curves(each, CurveSteps.hours(each, power, now), carbon));
            } catch (DatedValues.BadCurve | BadValue | UncheckedIOException e) {
                faults.add("curves[%d]: %s".formatted(i, e.getMessage()));
            }
        }
        return faults;
    }

    /** Sets the curves of all pools that these settings concern, where they differ; the first of several holds. */
    public static boolean apply(Transaction transaction, List<Curves> curves) {
        boolean changed = false;
        for (Pool pool : transaction.view().pools()) {
            String name = pool.id().name();
            Optional<Curves> its = curves.stream()
                    .filter(each -> each.settings().concern(name))
                    .findFirst();
            if (its.isPresent()) {
                changed |= set(
                        transaction,
                        pool.id(),
                        its.get().hours().orElse(null),
                        its.get().carbon().orElse(null));
            }
        }
        return changed;
    }

    /** Takes the curves away from all pools that no settings concern. */
    public static void clear(Transaction transaction, List<CurveSettings> settings) {
        for (Pool pool : transaction.view().pools()) {
            if (settings.stream().noneMatch(each -> each.concern(pool.id().name()))) {
                set(transaction, pool.id(), null, null);
            }
        }
    }

    private static boolean set(
            Transaction transaction, PoolId pool, @Nullable TimeCurve hours, @Nullable Carbon carbon) {
        Optional<Tariff> known = transaction.view().tariff(pool);
        Tariff wanted = known.orElse(Tariff.flat(Money.ZERO, TariffJson.HOUR)).withCurves(hours, carbon);
        boolean same = known.map(wanted::equals).orElse(hours == null && carbon == null);
        if (same || transaction.view().joinedTo(pool).isPresent()) {
            return false;
        }
        transaction.submit(new Command.SetTariff(pool, wanted));
        AuditLog.add(
                transaction,
                "set-curves",
                pool.name(),
                "%s, %s, by the settings of the site"
                        .formatted(
                                hours == null ? "no hours" : hours.steps().size() + " hours",
                                carbon == null ? "no carbon" : carbon.watts() + " W"));
        return true;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
