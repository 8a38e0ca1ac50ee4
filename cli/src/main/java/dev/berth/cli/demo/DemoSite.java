package dev.berth.cli.demo;

import dev.berth.cli.host.ThisHost;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A small heterogeneous site: old servers, new ones, a few with accelerators, and this machine. */
final class DemoSite {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    /** Short, so that a visitor sees what becomes of a request. */
    private static final long ROUND = Duration.ofMinutes(2).toMillis();

    private DemoSite() {}

    /** The made-up servers, whose day is made up too. */
    static SiteSettings settings(int port) {
        return SiteSettings.of("demo", port)
                .with(draft -> draft.intake =
                        Optional.of(new IntakeSettings(new Rounds(ROUND, Rules.DEFAULT), PriorityRule.USUAL)))
                .with(draft -> draft.pools = List.of(
                        pool("old", 8, "0.5", Map.of("memory", "64g"), "1", Unit.SERVER),
                        pool("new", 6, "1", Map.of("memory", "256g"), "2.5", Unit.SERVER),
                        pool("gpu", 4, "1", Map.of("gpu", "h100", "memory", "512g"), "12", new Unit("gpu"))));
    }

    /** With the cores of this machine besides: commands really run on those. */
    static SiteSettings withThisMachine(SiteSettings settings, ThisHost here) {
        List<PoolJson.Planned> pools = new ArrayList<>(settings.pools());
        PoolJson.Planned local = pool(
                "local",
                Runtime.getRuntime().availableProcessors(),
                "1",
                Map.of(),
                // Expensive, so that plans still have to weigh the made-up servers against each other.
                "10",
                new Unit("core"));
        List<NamedServer> cores = IntStream.range(0, local.pool().servers())
                .mapToObj(core -> new NamedServer("core" + core, Optional.of(here.name()), Optional.empty()))
                .toList();
        pools.add(new PoolJson.Planned(local.pool(), local.tariff(), local.unit(), cores));
        return settings.with(draft -> draft.pools = pools);
    }

    private static PoolJson.Planned pool(
            String name, int servers, String rate, Map<String, String> attributes, String price, Unit unit) {
        // A tenth off for full flexibility, half more when the pool is full, a fifth due for what is given up.
        Tariff tariff = Tariff.flat(Money.of(price), HOUR)
                .withDiscounts(100_000, 0, 1)
                .withSurcharge(500_000)
                .withFees(200_000, 100_000);
        return new PoolJson.Planned(
                new Pool(new PoolId(name), servers, Rate.of(rate), attributes), Optional.of(tariff), unit);
    }
}
