package dev.berth.cli.parts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.host.FakeNvidiaSmi;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A group that shares two hosts of 8 cards, as its members meet it at the shell, against a real service. */
@Timeout(120)
class PartsOfHostsTest {
    private static final Parts PARTS = Parts.of(
            Part.sharedDevices("gpu", 8, 80 << 10), Part.amount("cores", 96), Part.amount("memory", 384 << 10));

    @TempDir
    private Path work;

    private Shop shop;

    private String searchPath = "";

    private static SiteSettings withHosts(SiteSettings settings) {
        return settings.with(draft -> {
            draft.pools = List.of(
                    new PoolJson.Planned(
                            new Pool("dgx", 2, "1").withParts(PARTS),
                            Optional.of(Tariff.flat(Money.of("8"), 3_600_000)),
                            Unit.SERVER,
                            List.of(named("dgx1"), named("dgx2"))),
                    new PoolJson.Planned(new Pool("cpu", 4, "1"), Optional.empty()));
            draft.licences = Amounts.of(Map.of("matlab", 2L));
        });
    }

    private static NamedServer named(String host) {
        return new NamedServer(host, Optional.of(host), Optional.empty());
    }

    @BeforeEach
    void open() {
        shop = new Shop(work, TimeSource.following(Shop.CLOCK), PartsOfHostsTest::withHosts);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private static String done(Ran ran) {
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).as(ran.out()).isZero();
        return ran.out();
    }

    private Ran book(String name, String... more) {
        String[] all = new String[more.length + 6];
        System.arraycopy(new String[] {"book", name, "--from", "09:00", "--to", "11:00"}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        return shop.berth(all);
    }

    @Test
    void pools_showTheirParts_andTheLicences() {
        assertThat(done(shop.berth("pools"))).isEqualTo("""
                POOL  SERVERS  RATE  PRICE/H  ATTRIBUTES
                dgx   2        1     8.00
                cpu   4        1
                dgx: each with 8 gpus of 80 GiB in shares, 96 cores, 384 GiB of memory
                dgx: dgx[1-2]
                licences of matlab: 2, 2 free now
                """);
    }

    @Test
    void aBooking_isShownWithItsParts_andWithoutAHost() {
        String shown = """
                reservation  r1, train
                user         admin
                state        waiting
                where        2 gpus, 16 cores and 64 GiB of memory on 1 server of pool dgx
                licences     1 licence of matlab
                when         2026-11-16 09:00 to 2026-11-16 11:00
                allowed      2026-11-16 09:00 to 2026-11-16 11:00
                stay         2h
                price        4.00
                """;
        assertThat(done(book("train", "--gpus", "2", "--cores", "16", "--memory", "64g", "--licence", "matlab:1")))
                .isEqualTo("booked\n" + shown);
        assertThat(done(shop.berth("show", "r1"))).isEqualTo(shown);
        assertThat(done(shop.berth("list"))).isEqualTo("""
                ID  NAME   USER   STATE    POOL  SERVERS                                START             END               PRICE
                r1  train  admin  waiting  dgx   2 gpus, 16 cores and 64 GiB of memory  2026-11-16 09:00  2026-11-16 11:00  4.00
                """);
        assertThat(done(shop.berth("list", "--json"))).doesNotContain("serverNumbers", "dgx1", "devices");
    }

    @Test
    void offers_change_andRefusals_nameParts() {
        done(book("all", "--gpus", "8", "--servers", "2"));
        assertThat(done(shop.berth("show", "r1"))).contains("where        8 gpus on each of 2 servers of pool dgx\n");
        Ran refused = book("one", "--gpus", "1");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .containsSubsequence(
                        "one needs 1 gpu on one host",
                        "the nearest, dgx1, has 0 free",
                        "(no-capacity)",
                        "Alternatives:",
                        "1 gpu");
        assertThat(book("half", "--gpu-share", "0.5", "--memory", "1g").err())
                .contains("half needs 0.5 of a gpu on one host", "the nearest, dgx1, has 0 free");
        assertThat(done(shop.berth("offers", "one", "--gpu-share", "0.5", "--for", "1h")))
                .containsSubsequence("SERVERS", "as-asked", "dgx", "0.5 of a gpu", "08:00");
        assertThat(done(shop.berth("change", "r1", "parts", "--gpus", "4", "--dry-run")))
                .contains("where        4 gpus on each of 2 servers of pool dgx\n");
        assertThat(done(shop.berth("change", "r1", "parts", "--gpus", "7", "--cores", "8")))
                .startsWith("Changed. ")
                .contains("where        7 gpus and 8 cores on each of 2 servers of pool dgx\n");
        done(book("one", "--gpus", "1"));
        assertThat(shop.berth("change", "r1", "parts", "--gpus", "9").code()).isEqualTo(1);
    }

    @Test
    void licences_canBeAdded_changedAndGivenBack() {
        done(book("train", "--gpus", "2", "--licence", "matlab:1"));
        assertThat(done(shop.berth("change", "r1", "parts", "--licence", "matlab:2")))
                .contains("licences     2 licences of matlab\n");
        Ran both = shop.berth("change", "r1", "parts", "--licence", "matlab:1", "--no-licences");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("Give either --licence or --no-licences");
        Ran other = shop.berth("change", "r1", "fix", "--no-licences");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("berth change r1 parts --no-licences");
        assertThat(done(shop.berth("change", "r1", "parts", "--no-licences")))
                .contains("where        2 gpus on 1 server of pool dgx\n")
                .doesNotContain("licence");
        assertThat(done(shop.berth("pools"))).contains("licences of matlab: 2, 2 free now\n");
    }

    @Test
    void plainWords_areSaidBackWithTheirParts() {
        String out = done(shop.berth("book", "2 gpus on one host tonight for 8 hours"));
        assertThat(out)
                .containsSubsequence(
                        "2 gpus on one host",
                        "2026-11-16 20:00",
                        "2026-11-17 04:00",
                        "booked",
                        "where        2 gpus on 1 server of pool dgx");
        assertThat(done(shop.berth("book", "half a gpu for 3h")))
                .containsSubsequence("Understood: 0.5 of a gpu on one host", "where        0.5 of a gpu on 1 server");
        assertThat(done(shop.berth("book", "1 gpu, 16 cores and 64 GB for 2h", "--licence", "matlab:1")))
                .containsSubsequence(
                        "1 gpu, 16 cores and 64 GiB of memory on one host",
                        "where        1 gpu, 16 cores and 64 GiB of memory on 1 server of pool dgx",
                        "licences     1 licence of matlab");
        assertThat(shop.berth("book", "1 gpu for 2h", "--gpus", "2").err()).contains("--gpus:", "part gpu");
        assertThat(done(shop.berth("book", "2 servers of cpu for 1h"))).contains("where        2 servers of pool cpu");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --gpus 0 | --gpus: must be at least 1
            --gpu-share 1 | from 0.001 to 0.999
            --gpu-share 0 | from 0.001 to 0.999
            --gpu-memory 20 | Cannot read "20" as a size
            --memory 0g | Cannot read "0g" as a size
            --take gpu:x | must be NAME:N
            --licence Matlab | must be NAME:N
            --gpus 2 --take gpu:1 | part gpu is already said by --gpus
            --gpus 2 --gpu-share 0.5 | whole cards or a share of one
            --gpu-share 0.5 --gpu-memory 20g | either --gpu-share or --gpu-memory
            """)
    void whatIsWrong_isNamedByItsOption(String options, String message) {
        Ran ran = book("wrong", options.split(" ", -1));
        assertThat(ran.err()).contains(message);
        assertThat(ran.code()).isEqualTo(2);
    }

    @Test
    void statusAndTimetable_showBothOwnersOfAHost() {
        AtomicReference<Instant> now = new AtomicReference<>(Shop.CLOCK.instant());
        shop.close();
        InstantSource moving = now::get;
        shop = new Shop(
                work.resolve("moving"),
                TimeSource.following(moving.withZone(ZoneOffset.UTC)),
                PartsOfHostsTest::withHosts);
        done(shop.berth("book", "a", "--gpus", "2", "--cores", "16", "--for", "2h"));
        done(shop.berth("book", "b", "--gpu-share", "0.5", "--for", "1h"));
        now.set(now.get().plusSeconds(60));
        done(book("later", "--gpus", "8"));
        assertThat(done(shop.berth("status"))).isEqualTo("""
                POOL  SERVERS                    USER   JOB  UNTIL             COMMAND  ID
                dgx   dgx1: 2 gpus and 16 cores  admin  a    2026-11-16 10:00           r1
                dgx   dgx1: 0.5 of a gpu         admin  b    2026-11-16 09:00           r2

                Free now:
                  dgx: 1 of 2 servers as a whole: dgx2
                    HOST  GPU       CORES     MEMORY, GiB  LESS FROM
                    dgx1  5.5 of 8  80 of 96  384 of 384
                    dgx2  8 of 8    96 of 96  384 of 384   2026-11-16 09:00
                  cpu: 4 of 4 servers

                Next:
                  2026-11-16 09:00 r3 for admin, 8 gpus of pool dgx
                """);
        assertThat(done(shop.berth("timetable", "--to", "12:00", "--pool", "dgx", "--ascii")))
                .isEqualTo("""
                         Mon 16 Nov
                                        09:00          10:00          11:00
                dgx dgx1 [r1===========================]..............................
                         [r2============].............................................
                  gpu    4444444444444444333333333333333..............................
                  cores  2222222222222222222222222222222..............................
                  memory .............................................................
                dgx dgx2 ...............[r3---------------------------]...............
                  gpu    ...............###############################...............
                  cores  .............................................................
                  memory .............................................................
                [r1==] runs   [r1--] waits, its server may change   x out of service
                parts in use: . none, 1 to 9 tenths, # all
                """);
        assertThat(done(shop.berth("timetable", "--to", "12:00", "--pool", "dgx", "--ascii", "--by", "pool")))
                .isEqualTo("""
                     Mon 16 Nov
                            08:30    09:00   09:30   10:00   10:30   11:00   11:30
                dgx  2222222222222222777777777777777775555555555555555................
                in use: . none, 1 to 9 tenths, # all
                """);
    }

    /** Names are cut, and no line of the chart is longer than the terminal. */
    @Test
    void timetable_fitsANarrowTerminal() {
        done(book("train", "--gpus", "3", "--cores", "24"));
        String out = done(shop.narrow(40, "timetable", "--to", "12:00", "--pool", "dgx", "--ascii"));
        assertThat(out.lines().limit(10)).allMatch(line -> line.length() <= 40);
        assertThat(out)
                .containsSubsequence("dgx dgx1", "[r1-", "  gpu", "444", "  cores", "333", "  memory", "dgx dgx2");
    }

    @Test
    void quotasOnParts_areKept_andShown() {
        assertThat(done(shop.berth("account", "change", "admin", "--quota", "20 gpu-hours/7d")))
                .contains("quota        20 gpu-hours/7d, 0 gpu-hours booked, 20 left\n");
        done(shop.berth("account", "change", "admin", "--quota", "2000 core-hours/7d"));
        done(book("train", "--gpus", "8"));
        Ran refused = book("more", "--gpus", "3");
        assertThat(refused.err()).contains("20 gpu-hours per 7 days", "16 booked", "4 left", "6 more");
        done(book("less", "--gpus", "2"));
        assertThat(done(shop.berth("account", "show", "admin")))
                .contains("20 gpu-hours/7d, 20 gpu-hours booked, 0 left", "2000 core-hours/7d, 0 core-hours booked");
        done(shop.berth("account", "change", "admin", "--no-quota", "--part", "gpu"));
        done(book("more", "--gpus", "3"));
        assertThat(shop.berth("account", "change", "admin", "--quota", "20 gpu-hours/7d", "--pool", "dgx")
                        .err())
                .contains("leave out --pool");
        done(shop.berth("project", "add", "vision", "--quota", "100 GiB-hours/7d"));
        assertThat(done(shop.berth("project", "show", "vision"))).contains("100 GiB-hours of memory/7d");
    }

    @Test
    void reports_haveTheHoursOfEachPart() {
        done(book("train", "--gpus", "2", "--cores", "12", "--memory", "96g"));
        done(book("half", "--gpu-share", "0.5"));
        // A quarter of a host and a sixteenth of one for two hours.
        assertThat(done(shop.berth("report", "usage", "--csv"))).isEqualTo("""
                user,booked_hours,used_hours,idle_hours,refused,refused_hours,cost,not_kept,not_kept_hours,opportunistic_hours,cores_booked_hours,cores_used_hours,gpu_booked_hours,gpu_used_hours,memory_booked_hours,memory_used_hours
                "admin",0.625,0,0.625,0,0,5.00,0,0,0,24,0,5,0,192,0
                """);
        assertThat(done(shop.berth("report", "usage")))
                .containsSubsequence("CORE-HOURS BOOKED", "GPU-HOURS BOOKED", "GIB-HOURS OF MEMORY BOOKED", "total");
    }

    @Test
    void aCommand_findsItsCards() throws Exception {
        shop.close();
        shop = new Shop(work.resolve("now"), TimeSource.following(Clock.systemUTC()), PartsOfHostsTest::withHosts);
        assertThat(ran("dgx1", "--gpus", "3", "--cores", "2", "--memory", "1g"))
                .isEqualTo("said dgx1 cores=2,gpu=3,memory=1024 dgx1:gpu:0,dgx1:gpu:1,dgx1:gpu:2 PCI_BUS_ID 0,1,2");
        assertThat(ran("dgx2", "--gpu-share", "0.25")).isEqualTo("said dgx2 gpu=0.25 dgx2:gpu:0 PCI_BUS_ID 0");
        assertThat(ran("dgx2", "--cores", "1")).isEqualTo("said dgx2 cores=1 none none none");
        JsonNode past = Shop.json(Ran.with(new byte[0], shop.variables, Clock.systemUTC(), "show", "r1", "--json"));
        assertThat(past.path("state").asText()).isEqualTo("finished-early");
        assertThat(past.path("devices").path(0).path("numbers").toString()).isEqualTo("[0,1,2]");
    }

    @Test
    void aCommand_findsItsMigDevices() throws Exception {
        shop.close();
        shop = new Shop(
                work.resolve("mig"),
                TimeSource.following(Clock.systemUTC()),
                settings -> settings.with(draft -> draft.pools = List.of(new PoolJson.Planned(
                        new Pool("mig", 1, "1").withParts(Parts.of(Part.devices("gpu-1g.18gb", 3))),
                        Optional.empty(),
                        Unit.SERVER,
                        List.of(named("dgx1"))))));
        FakeNvidiaSmi fake = new FakeNvidiaSmi(work.resolve("bin"));
        fake.answering();
        fake.says("gpus.csv", """
                index, uuid, name, memory.total [MiB], mig.mode.current
                0, GPU-00000000-2222-3333-4444-555555555555, NVIDIA H200, 143771 MiB, Enabled
                """);
        fake.says("list.txt", """
                GPU 0: NVIDIA H200 (UUID: GPU-00000000-2222-3333-4444-555555555555)
                  MIG 1g.18gb     Device  0: (UUID: MIG-00000000-0000-0000-0000-0000000000a0)
                  MIG 1g.18gb     Device  1: (UUID: MIG-00000000-0000-0000-0000-0000000000a1)
                  MIG 1g.18gb     Device  2: (UUID: MIG-00000000-0000-0000-0000-0000000000a2)
                """);
        searchPath = fake.path() + ":" + System.getenv("PATH");
        assertThat(ran("dgx1", "--take", "gpu-1g.18gb:2"))
                .isEqualTo("said dgx1 gpu-1g.18gb=2 dgx1:gpu-1g.18gb:0,dgx1:gpu-1g.18gb:1 none"
                        + " MIG-00000000-0000-0000-0000-0000000000a0,MIG-00000000-0000-0000-0000-0000000000a1");
    }

    private String ran(String host, String... options) throws Exception {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("BERTH_HOST", host);
        if (!searchPath.isEmpty()) {
            variables.put("PATH", searchPath);
        }
        List<String> all = new java.util.ArrayList<>(List.of("run", "--for", "10m"));
        all.addAll(List.of(options));
        all.addAll(
                List.of(
                        "--",
                        "sh",
                        "-c",
                        "echo said $BERTH_SERVERS $BERTH_PARTS ${BERTH_DEVICES-none} ${CUDA_DEVICE_ORDER-none} ${CUDA_VISIBLE_DEVICES-none}"));
        try (Subprocess run = Subprocess.berthWith(variables, all.toArray(String[]::new))) {
            String line = run.lineWith("said");
            assertThat(run.code()).isZero();
            return line;
        }
    }
}
