package dev.berth.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.server.ApiServer;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.Keys;
import dev.berth.slurm.Braked;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterSettings.Mode;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Mirrored;
import dev.berth.slurm.Mirrored.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth cluster status}, of a cluster that is made up. */
class ClusterStatusCommandTest {
    private static final long NOW = Shop.CLOCK.millis();
    private static final long HOUR = 3_600_000;

    private Shop shop;
    private SiteWatch watch;
    private ApiServer front;
    private volatile ClusterStatus status = ClusterStatus.none(Mode.KEEP);

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
        SiteSettings settings = SiteSettings.of("test", 0);
        watch = SiteWatch.start(shop.server.site(), settings);
        front = ApiServer.open(
                shop.server.site(), settings, Keys.of(shop.server.site()), watch, Optional.of(() -> status));
    }

    @AfterEach
    void close() {
        front.close();
        watch.close();
        shop.close();
    }

    @Test
    void whatIsWrongComesFirst_andTheExitCodeTells() {
        status = status(
                Mode.KEEP,
                Optional.empty(),
                List.of(
                        mirrored(1, "ana", State.ACTIVE, "", false, "n1", "n2"),
                        mirrored(2, "ben", State.BLOCKED, "job 17 of eve runs on n4 beyond the start", true, "n4"),
                        mirrored(3, "ana", State.NOT_DUE, "", false)),
                List.of());
        Ran ran = cluster();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .startsWith("WARNING: 1 reservation is in danger")
                .containsSubsequence(
                        "\n\n3 reservations: 1 not-due, 1 active, 1 blocked\n",
                        "Mode keep; heard 3 seconds ago",
                        "0.25 seconds; 40 changes made, 2 refused\n",
                        """
                NAME           RESERVATION  USER  NODES   WINDOW                     STATE        WHY
                berth-test-r2  r2           ben   n4      2026-11-16 10:00 to 11:00  blocked (!)  job 17 of eve runs on n4 beyond the start
                berth-test-r1  r1           ana   n[1-2]  2026-11-16 09:00 to 10:00  active
                berth-test-r3  r3           ana   -       2026-11-16 11:00 to 12:00  not-due
                """,
                        """
                NAME         USERS      NODES  WINDOW
                maintenance  operators  n9     2026-11-16 09:00 on
                """,
                        """
                NODE  STATE  REASON
                n8    down   Not responding
                """);
        assertThat(ran.code()).isEqualTo(1);
        Ran json = cluster("--json");
        assertThat(Shop.json(json).path("inDanger").asInt()).isEqualTo(1);
        assertThat(json.code()).isEqualTo(1);
    }

    @Test
    void allIsWell() {
        status = status(
                Mode.KEEP, Optional.empty(), List.of(mirrored(1, "ana", State.ACTIVE, "", false, "n1")), List.of());
        Ran ran = cluster();
        assertThat(ran.out()).startsWith("1 reservation: 1 active\nMode keep;");
        assertThat(ran.code()).isZero();
        assertThat(cluster("--state", "lost").out()).doesNotContain("berth-test-r1");
        assertThat(cluster("--state", "active").out()).contains("berth-test-r1");
        Ran wrong = cluster("--state", "fine");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("not-due, wanted, present");
    }

    @Test
    void watchedOnly_whatWouldBeDoneIsSaid() {
        status = status(
                Mode.WATCH,
                Optional.empty(),
                List.of(mirrored(1, "ana", State.WANTED, "", false, "n1")),
                List.of("create berth-test-r1 on n1 for ana"));
        Ran ran = cluster();
        assertThat(ran.out())
                .contains("Mode watch:")
                .endsWith("\nIn mode keep Berth would now:\n  create berth-test-r1 on n1 for ana\n");
        assertThat(ran.code()).isZero();
    }

    @Test
    void silence_isAWarning() {
        assertThat(cluster().out()).startsWith("""
                WARNING: the cluster does not answer""").endsWith("""

                0 reservations
                Mode keep; 0 changes made, 0 refused
                """);
        status = status(Mode.KEEP, Optional.of("scontrol show reservation: no answer in 10 s"), List.of(), List.of());
        Ran ran = cluster();
        assertThat(ran.out())
                .startsWith("WARNING: the cluster does not answer")
                .containsSubsequence("scontrol show reservation: no answer in 10 s\n", "3 seconds ago");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void theBrake_andSettingsThatDoNotFit_areSaidFirst_andTheExitCodeTells() {
        String fault = "Slurm has no partition \"x\"";
        Braked one = new Braked(new PoolId("batch"), new TreeSet<>(Set.of("n7")), true, NOW, NOW + HOUR);
        Braked two = new Braked(new PoolId("gpu"), new TreeSet<>(Set.of("g1", "g2")), false, NOW, NOW + HOUR);
        status = status(
                Mode.KEEP,
                Optional.empty(),
                List.of(mirrored(1, "ana", State.DEGRADED, "lost n7 (Slurm: down)", true, "n1")),
                List.of(),
                List.of(one, two),
                List.of(fault));
        Ran ran = cluster();
        assertThat(ran.out())
                .startsWith("WARNING: " + fault + "\n")
                .containsSubsequence(
                        "(!) The brake is on: n7 of pool batch ",
                        "until 2026-11-16 09:00\n",
                        "berth cluster release\n",
                        "(!) The brake is on: g[1-2] of pool gpu ",
                        "until 2026-11-16 09:00\n",
                        "berth cluster release\n",
                        "WARNING: 1 reservation is in danger");
        assertThat(ran.out()).contains("degraded (!)  lost n7 (Slurm: down)");
        assertThat(ran.code()).isEqualTo(1);

        Ran release = shop.berth("cluster", "release");
        assertThat(release.out()).as(release.err()).contains("The brake is off");
        assertThat(release.code()).isZero();
    }

    @Test
    void aSiteWithoutACluster() {
        Ran ran = shop.berth("cluster", "status");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("no cluster");
    }

    /** Signed in at the front with the cluster, which serves the site of the shop. */
    private Ran cluster(String... options) {
        String address = "http://127.0.0.1:" + front.port();
        String token = shop.server.oneTimeToken("admin");
        Ran login = Ran.with(new byte[0], shop.variables, Shop.CLOCK, "login", address, "--token", token);
        assertThat(login.code()).as(login.err()).isZero();
        return shop.berth(Stream.concat(Stream.of("cluster", "status"), Stream.of(options))
                .toArray(String[]::new));
    }

    private static ClusterStatus status(
            Mode mode, Optional<String> silent, List<Mirrored> mirrored, List<String> planned) {
        return status(mode, silent, mirrored, planned, List.of(), List.of());
    }

    private static ClusterStatus status(
            Mode mode,
            Optional<String> silent,
            List<Mirrored> mirrored,
            List<String> planned,
            List<Braked> brakes,
            List<String> faults) {
        return new ClusterStatus(
                mode,
                7,
                Optional.of(NOW - 3_000),
                silent,
                250,
                mirrored,
                List.of(new Kept(
                        "maintenance",
                        new TreeSet<>(Set.of("n9")),
                        new Window(NOW + HOUR, Window.FOREVER),
                        Set.of("operators"),
                        false)),
                List.of(new ClusterNode(
                        "n8", List.of("batch"), Set.of(), 4, 1000, "", ClusterNode.Condition.DOWN, "Not responding")),
                brakes,
                faults,
                planned,
                40,
                2);
    }

    private static Mirrored mirrored(
            int number, String user, State state, String why, boolean inDanger, String... nodes) {
        return new Mirrored(
                "berth-test-r" + number,
                new ReservationId(number),
                user,
                new TreeSet<>(List.of(nodes)),
                new Window(NOW + number * HOUR, NOW + (number + 1) * HOUR),
                state,
                why,
                inDanger);
    }
}
