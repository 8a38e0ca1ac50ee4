package dev.berth.server;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.booking.Pools;
import dev.berth.service.curve.CurveKeeper;
import dev.berth.service.curve.CurveSettings;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.ServerNaming;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.slurm.ClusterSettings;
import dev.berth.wire.PoolJson;
import dev.berth.words.Called;
import dev.berth.words.PartWords;
import dev.berth.words.RefusalSentence;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Brings a site in line with its settings: pools that it does not have are added, pools that have become larger get more
 * servers, units and rounds are set. Everything else about a pool stays as it is, because reservations depend on it; a notice says so.
 */
final class SiteSetup {
    /** Settings that are applied to an open site; all others need a restart. */
    private static final Set<String> WHILE_OPEN =
            Set.of("pools", "licences", "intake", "policy", "admission", "log", "curves");

    private static final String BY_SETTINGS = "by the settings of the site";

    private final SiteSettings settings;
    /** Settings as they were read last: an instance that follows applies them when it leads. */
    private volatile SiteSettings latest;

    SiteSetup(SiteSettings settings) {
        this.settings = settings;
        this.latest = settings;
    }

    SiteSettings settings() {
        return settings;
    }

    /** Curves of the settings as they were read last. */
    List<CurveSettings> curves() {
        return latest.curves();
    }

    /** Does what the settings ask for, and returns what it does not do, with the reason. */
    List<String> apply(Site site) {
        return apply(site, latest);
    }

    /** The same with settings that have changed since the service was started; later if another instance leads. */
    List<String> change(Site site, SiteSettings changed) {
        latest = changed;
        List<String> notices = new ArrayList<>(site.isFollowing() ? List.of() : apply(site, changed));
        for (RecordComponent component : SiteSettings.class.getRecordComponents()) {
            if (!WHILE_OPEN.contains(component.getName())
                    && !Objects.equals(value(component, settings), value(component, changed))) {
                notices.add("%s has changed; restart the service to apply it".formatted(component.getName()));
            }
        }
        return notices;
    }

    private static Object value(RecordComponent component, SiteSettings of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> apply(Site site, SiteSettings settings) {
        List<CurveKeeper.Curves> curves = new ArrayList<>();
        List<String> faults = CurveKeeper.read(settings.curves(), site.clock().millis(), curves);
        return site.write(Actor.SITE, transaction -> {
                    List<String> notices = new ArrayList<>(faults);
                    begin(transaction, settings);
                    whatStays(transaction.view(), settings, notices);
                    settings.pools().forEach(planned -> pool(transaction, planned, notices));
                    setLicences(transaction, settings, notices);
                    setRounds(transaction, settings);
                    CurveKeeper.clear(transaction, settings.curves());
                    CurveKeeper.apply(transaction, curves);
                    return List.copyOf(notices);
                })
                .join();
    }

    /** A new site decides as its settings say, and its journal tells that from the first entry on. */
    private static void begin(Transaction transaction, SiteSettings settings) {
        View view = transaction.view();
        boolean differs =
                !view.policy().equals(settings.policy()) || !view.admission().equals(settings.admission());
        if (view.version() == 0 && differs) {
            transaction.submit(new Command.SetPolicy(settings.policy(), settings.admission()));
        }
    }

    /** How a site decides is in its journal, and changes by the word of an operator alone. */
    private static void whatStays(View view, SiteSettings settings, List<String> notices) {
        if (!view.policy().equals(settings.policy()) || !view.admission().equals(settings.admission())) {
            notices.add(
                    ("this site places jobs by policy %1$s and admission %2$s, although the settings or their defaults say"
                                    + " %3$s and %4$s; change it with \"berth policy set %3$s --admission %4$s\", or write"
                                    + " \"policy: %1$s\" and \"admission: %2$s\" into the settings")
                            .formatted(view.policy(), view.admission(), settings.policy(), settings.admission()));
        }
    }

    private static void pool(Transaction transaction, PoolJson.Planned planned, List<String> notices) {
        Pool wanted = planned.pool();
        String name = wanted.id().name();
        Optional<Pool> known = transaction.view().pool(wanted.id());
        if (known.isEmpty()) {
            transaction.submit(new Command.AddPool(wanted));
            planned.tariff().ifPresent(tariff -> transaction.submit(new Command.SetTariff(wanted.id(), tariff)));
            PoolUnits.set(transaction, wanted.id(), planned.unit());
            Pools.name(transaction, wanted.id(), planned.named());
            AuditLog.add(transaction, "add-pool", name, BY_SETTINGS);
            return;
        }
        Pool pool = known.get();
        Optional<PoolId> into = transaction.view().joinedTo(pool.id());
        if (into.isPresent()) {
            notices.add("pool %s has become a host of pool %s; take it out of the settings, and put that one there"
                    .formatted(name, into.get()));
            return;
        }
        if (PoolUnits.set(transaction, pool.id(), planned.unit())) {
            AuditLog.add(transaction, "set-unit", name, planned.unit() + ", " + BY_SETTINGS);
        }
        servers(transaction, planned, pool, notices);
        if (!pool.rate().equals(wanted.rate())) {
            notices.add(("pool %s keeps its rate %s, although the settings say %s: the reservations there count on it;"
                            + " add a pool with another name")
                    .formatted(name, pool.rate(), wanted.rate()));
        }
        if (!pool.attributes().equals(wanted.attributes())) {
            notices.add(("pool %s keeps its attributes %s, although the settings say %s: the reservations there count"
                            + " on them; add a pool with another name")
                    .formatted(name, pool.attributes(), wanted.attributes()));
        }
        keptParts(pool, wanted, notices);
        if (planned.tariff().isPresent()
                && !planned.tariff()
                        .equals(transaction.view().tariff(pool.id()).map(each -> each.withCurves(null, null)))) {
            notices.add(("pool %s keeps its tariff, although the settings say another: it may have been changed since;"
                            + " set it with PUT /pools/%s/tariff")
                    .formatted(name, name));
        }
    }

    /** Servers are added, never taken away. */
    private static void servers(Transaction transaction, PoolJson.Planned planned, Pool pool, List<String> notices) {
        if (!planned.named().isEmpty()) {
            named(transaction, planned, pool, notices);
            return;
        }
        String name = pool.id().name();
        Pool wanted = planned.pool();
        int more = wanted.servers() - pool.servers();
        if (more > 0) {
            transaction.submit(new Command.AddServers(pool.id(), more, transaction.now()));
            AuditLog.add(transaction, "add-servers", name, more + " more, " + BY_SETTINGS);
        } else if (more < 0) {
            notices.add(("pool %s keeps its %s, although the settings say %d: %s are never taken away,"
                            + " because reservations count on them; drain them instead (berth drain %s --servers %s)")
                    .formatted(
                            name,
                            planned.unit().counted(pool.servers()),
                            wanted.servers(),
                            planned.unit().plural(),
                            name,
                            ServerSet.of(IntStream.range(wanted.servers(), pool.servers())
                                            .toArray())
                                    .ranges()));
        }
    }

    /**
     * Servers by their names. A name that is gone while a new one has come may be the same server under another name: to add a
     * server then would promise one that does not exist, so the operator has to drain the old one first.
     */
    private static void named(Transaction transaction, PoolJson.Planned planned, Pool pool, List<String> notices) {
        String name = pool.id().name();
        ServerNaming naming = ServerNaming.of(transaction.view(), pool, planned.named());
        if (naming.missing().isEmpty()) {
            Pools.name(transaction, pool.id(), planned.named());
            if (!naming.added().isEmpty()) {
                AuditLog.add(transaction, "add-servers", name, naming.newNames() + ", " + BY_SETTINGS);
            }
            return;
        }
        ServerNames.record(transaction, pool.id(), naming.moved());
        notices.add(("pool %s keeps %s, although the settings no longer name %s: %s are never taken away, because"
                        + " reservations count on them; drain %3$s (berth drain %1$s --servers %s)%s")
                .formatted(
                        name,
                        ServerNaming.names(naming.missing()),
                        naming.missing().size() == 1 ? "it" : "them",
                        planned.unit().plural(),
                        ServerSet.of(naming.missing().stream()
                                        .mapToInt(ServerMachine::number)
                                        .toArray())
                                .ranges(),
                        naming.added().isEmpty() ? "" : ", then reload the settings to add " + naming.newNames()));
    }

    /** Fewer licences than are promised are refused, and the site keeps those that it has. */
    private static void setLicences(Transaction transaction, SiteSettings settings, List<String> notices) {
        Amounts known = transaction.view().licences();
        Map<String, Long> all = new TreeMap<>(settings.licences().toMap());
        // Those of the cluster are counted there.
        List<String> ofCluster =
                settings.cluster().map(ClusterSettings::licences).orElse(List.of());
        ofCluster.forEach(name -> {
            if (known.get(name) > 0) {
                all.put(name, known.get(name));
            }
        });
        Amounts wanted = Amounts.of(all);
        HeldLicences held = new HeldLicences(transaction.view().heldLicences().holds().stream()
                .filter(hold -> ofCluster.contains(hold.licence()))
                .toList());
        if (known.equals(wanted) && held.equals(transaction.view().heldLicences())) {
            return;
        }
        switch (transaction.submit(new Command.SetLicences(wanted, held))) {
            case Decision.Refused refused ->
                notices.add("the site keeps its licences, %s, although the settings say %s: %s"
                        .formatted(words(known), words(wanted), RefusalSentence.of(refused.refusal(), Called.SERVERS)));
            case Decision.Accepted accepted ->
                AuditLog.add(transaction, "set-licences", "site", words(wanted) + ", " + BY_SETTINGS);
            case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
        }
    }

    private static String words(Amounts licences) {
        return licences.isEmpty() ? "none" : PartWords.licences(licences);
    }

    private static void keptParts(Pool pool, Pool wanted, List<String> notices) {
        if (!Set.copyOf(pool.parts().all()).equals(Set.copyOf(wanted.parts().all()))) {
            notices.add(("pool %s keeps its parts, %s, although the settings say %s: the reservations there count on"
                            + " them; add a pool with another name")
                    .formatted(pool.id(), PartWords.of(pool.parts()), PartWords.of(wanted.parts())));
        }
    }

    /** The book keeps its rounds itself: a replay must not depend on the settings of today. */
    private static void setRounds(Transaction transaction, SiteSettings settings) {
        settings.intake().map(IntakeSettings::rounds).ifPresent(rounds -> {
            if (!transaction.view().rounds().equals(Optional.of(rounds))) {
                transaction.submit(new Command.SetRounds(rounds));
                AuditLog.add(transaction, "set-rounds", rounds.toString(), BY_SETTINGS);
            }
        });
    }
}
