package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.booking.Drain;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.booking.Pools;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.Actor;
import dev.berth.site.View;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that have changed are applied, or it is said why not. */
class SiteSetupTest {
    @TempDir
    private Path data;

    private static SiteSettings settings(String name, int servers, String rate, Optional<Tariff> tariff) {
        Pool pool = new Pool(new PoolId("gpu"), servers, Rate.of(rate), Map.of());
        return SiteSettings.of(name, 0).with(draft -> draft.pools = List.of(new PoolJson.Planned(pool, tariff)));
    }

    private static int servers(Server server) {
        return server.site().read(View::pools).iterator().next().servers();
    }

    private Server start(SiteSettings settings) {
        return Server.start(settings, data, Clock.systemUTC());
    }

    @Test
    void moreServers_areAdded_fewerAreNotTakenAway() {
        SiteSettings four = settings("test", 4, "1", Optional.empty());
        try (Server server = start(four)) {
            assertThat(server.notices()).isEmpty();
            assertThat(server.reload(settings("test", 6, "1", Optional.empty())))
                    .isEmpty();
            assertThat(servers(server)).isEqualTo(6);
        }
        try (Server server = start(settings("test", 7, "1", Optional.empty()))) {
            assertThat(server.notices()).isEmpty();
            assertThat(servers(server)).isEqualTo(7);
        }
        try (Server server = start(four)) {
            assertThat(server.notices())
                    .singleElement()
                    .asString()
                    .containsSubsequence(
                            "pool gpu keeps its 7 servers", "settings say 4:", "(berth drain gpu --servers 4-6)");
            assertThat(servers(server)).isEqualTo(7);
        }
    }

    /** The first entry of the journal says by which policy a site decides, so that another default of another version changes nothing. */
    @Test
    void newSite_journalsItsPolicy_andKeepsIt() {
        SiteSettings four = settings("test", 4, "1", Optional.empty());
        try (Server server = start(four)) {
            assertThat(server.site().<String>read(View::policy)).isEqualTo(Calendars.DEFAULT);
        }
        List<String> entries = new ArrayList<>();
        try (Journal journal = SqliteJournal.open(data)) {
            journal.read(0, entry -> entries.add(new String(entry.body(), StandardCharsets.UTF_8)));
        }
        assertThat(entries.getFirst()).contains("PolicySet", Calendars.DEFAULT);
        try (Server server = start(four.with(draft -> draft.policy = "level"))) {
            assertThat(server.site().<String>read(View::policy)).isEqualTo(Calendars.DEFAULT);
            assertThat(server.notices())
                    .singleElement()
                    .asString()
                    .contains("places jobs by policy terms", "berth policy set level");
        }
    }

    private static SiteSettings hosts(int servers, Parts parts, Map<String, Long> licences) {
        Pool pool = new Pool("dgx", servers, "1").withParts(parts);
        return SiteSettings.of("test", 0)
                .with(draft -> draft.pools = List.of(new PoolJson.Planned(pool, Optional.empty())))
                .with(draft -> draft.licences = Amounts.of(licences));
    }

    @Test
    void parts_stay_andMoreHostsHaveThem() {
        Parts eight = Parts.of(Part.devices("gpu", 8), Part.amount("cores", 96));
        try (Server server = start(hosts(1, eight, Map.of()))) {
            assertThat(server.reload(
                            hosts(2, Parts.of(eight.all().get(1), eight.all().get(0)), Map.of())))
                    .isEmpty();
            assertThat(servers(server)).isEqualTo(2);
            assertThat(server.reload(hosts(2, Parts.of(Part.devices("gpu", 4)), Map.of())))
                    .singleElement()
                    .asString()
                    .contains("pool dgx keeps its parts, 8 gpus and 96 cores", "settings say 4 gpus");
            assertThat(server.reload(hosts(2, Parts.NONE, Map.of())))
                    .singleElement()
                    .asString()
                    .contains("although the settings say none");
            assertThat(server.site().read(View::pools).iterator().next().parts())
                    .isEqualTo(eight);
        }
    }

    @Test
    void licences_areSet_unlessTheyArePromised() {
        Parts parts = Parts.of(Part.devices("gpu", 8));
        try (Server server = start(hosts(1, parts, Map.of("matlab", 2L)))) {
            assertThat(server.site().read(View::licences).toMap()).isEqualTo(Map.of("matlab", 2L));
            Job job = Job.of("job", 0, 3_600_000, Window.FOREVER - 1)
                    .requiring(Requirements.NONE.withLicences(Amounts.of(Map.of("matlab", 2L))));
            server.site()
                    .write(Actor.SITE, transaction -> transaction.submit(new Command.Reserve(job)))
                    .join();
            assertThat(server.reload(hosts(1, parts, Map.of("matlab", 1L, "comsol", 1L))))
                    .singleElement()
                    .asString()
                    .contains(
                            "keeps its licences",
                            "1 licence of comsol and 1 licence of matlab",
                            "2 licences of matlab are promised");
            assertThat(server.site().read(View::licences).toMap()).isEqualTo(Map.of("matlab", 2L));
            assertThat(server.reload(hosts(1, parts, Map.of("matlab", 3L)))).isEmpty();
            assertThat(server.site().read(View::licences).toMap()).isEqualTo(Map.of("matlab", 3L));
        }
    }

    private static SiteSettings calling(Unit unit) {
        Pool pool = new Pool(new PoolId("gpu"), 4, Rate.of("1"), Map.of());
        return SiteSettings.of("test", 0)
                .with(draft -> draft.pools = List.of(new PoolJson.Planned(pool, Optional.empty(), unit)));
    }

    private static String unit(Server server) {
        return server.site().read(view -> PoolUnits.of(view, new PoolId("gpu"))).name();
    }

    @Test
    void units_areApplied_andSurviveARestart() {
        try (Server server = start(calling(new Unit("gpu")))) {
            assertThat(unit(server)).isEqualTo("gpu");
            assertThat(server.reload(calling(new Unit("card")))).isEmpty();
            assertThat(unit(server)).isEqualTo("card");
        }
        // Without the pool in the settings: what is kept is what was set.
        try (Server server = start(SiteSettings.of("test", 0))) {
            assertThat(unit(server)).isEqualTo("card");
            assertThat(server.reload(calling(Unit.SERVER))).isEmpty();
            assertThat(unit(server)).isEqualTo("server");
        }
    }

    private static NamedServer card(String name) {
        return new NamedServer(name, Optional.of("dgx"), Optional.of("GPU-" + name));
    }

    private static SiteSettings named(NamedServer... servers) {
        Pool pool = new Pool(new PoolId("gpu"), servers.length, Rate.of("1"), Map.of());
        return SiteSettings.of("test", 0)
                .with(draft -> draft.pools =
                        List.of(new PoolJson.Planned(pool, Optional.empty(), new Unit("gpu"), List.of(servers))));
    }

    private static List<String> names(Server server) {
        return server.site().read(view -> ServerNames.of(view).machines(new PoolId("gpu"))).stream()
                .map(each -> each.number() + " " + each.name() + " "
                        + each.host().orElse("") + " " + each.device().orElse(""))
                .toList();
    }

    @Test
    void servers_areKnownByTheirNames_whateverTheirOrder() {
        start(named(card("a"), card("b"))).close();
        try (Server server =
                start(named(new NamedServer("b", Optional.of("other"), Optional.empty()), card("c"), card("a")))) {
            assertThat(server.notices()).isEmpty();
            assertThat(names(server)).containsExactly("0 a dgx GPU-a", "1 b other ", "2 c dgx GPU-c");
            assertThat(servers(server)).isEqualTo(3);
        }
    }

    @Test
    void servers_thatHadNoNames_getThem() {
        start(settings("test", 3, "1", Optional.empty())).close();
        try (Server server = start(named(card("a"), card("b")))) {
            assertThat(server.notices()).isEmpty();
            assertThat(names(server)).containsExactly("0 a dgx GPU-a", "1 b dgx GPU-b");
            assertThat(server.reload(named(card("a"), card("b"), card("c"), card("d"))))
                    .isEmpty();
            assertThat(names(server)).hasSize(4).last().isEqualTo("3 d dgx GPU-d");
            assertThat(servers(server)).isEqualTo(4);
        }
    }

    /** A name that is gone and one that has come may be the same card, which must not be promised twice. */
    @Test
    void nameThatIsGone_isKept_andNothingIsAddedUntilItIsDrained() {
        try (Server server = start(named(card("a"), card("b")))) {
            SiteSettings replaced = named(card("a"), card("c"));
            assertThat(server.reload(replaced))
                    .singleElement()
                    .asString()
                    .containsSubsequence("pool gpu keeps b,", "(berth drain gpu --servers 1)", "to add c");
            assertThat(servers(server)).isEqualTo(2);
            server.site()
                    .write("olga", transaction -> {
                        Pools.drain(transaction, new PoolId("gpu"), new Drain(ServerSet.of(1), null, null));
                        return 0;
                    })
                    .join();
            assertThat(server.reload(replaced)).isEmpty();
            assertThat(names(server)).containsExactly("0 a dgx GPU-a", "1 b dgx GPU-b", "2 c dgx GPU-c");
        }
    }

    @Test
    void whatStays_isSaid() {
        Optional<Tariff> tariff = Optional.of(Tariff.flat(Money.of("2"), 3_600_000));
        start(settings("test", 4, "1", Optional.empty())).close();
        try (Server server = start(settings("test", 4, "0.5", tariff))) {
            assertThat(server.notices())
                    .hasSize(2)
                    .anyMatch(notice ->
                            notice.startsWith("pool gpu keeps its rate 1,") && notice.contains("settings say 0.5"))
                    .anyMatch(notice -> notice.startsWith("pool gpu keeps its tariff"));
            assertThat(server.reload(settings("other", 4, "1", Optional.empty())))
                    .singleElement()
                    .asString()
                    .startsWith("name has changed;");
        }
    }
}
