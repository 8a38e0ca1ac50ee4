package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.sandbox.ProgramOutput;
import dev.berth.sandbox.Sandbox;
import dev.berth.slurm.Action;
import dev.berth.slurm.ActionOutcome;
import dev.berth.slurm.ActionOutcome.Why;
import dev.berth.slurm.Census;
import dev.berth.slurm.ClusterJob;
import dev.berth.slurm.ClusterNode.Condition;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Wanted;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Behaviour of a real Slurm, and every trap it sets. */
class SlurmTest {
    private static Sandbox sandbox;
    private static Slurm slurm;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(8);
        slurm = new Slurm(sandbox.environment(), System::currentTimeMillis);
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @AfterEach
    void clear() {
        sandbox.run("scancel", "--full", "-u", sandbox.user());
        sandbox.await("no jobs", () -> sandbox.run("squeue", "-h").out().isBlank());
        sandbox.run("scontrol", "-o", "show", "reservation")
                .out()
                .lines()
                .filter(line -> line.startsWith("ReservationName="))
                .map(line -> line.split(" ", 2)[0])
                .forEach(name -> sandbox.run("scontrol", "delete", name));
    }

    /** A window of whole seconds that begins {@code from} seconds from now. */
    private static Window in(long from, long to) {
        long now = System.currentTimeMillis() / 1000 * 1000;
        return new Window(now + from * 1000, now + to * 1000);
    }

    private static Wanted wanted(String name, Window window, String... nodes) {
        return new Wanted(name, new ReservationId(1), new TreeSet<>(Arrays.asList(nodes)), window, sandbox.user());
    }

    private static ActionOutcome create(String name, Window window, String... nodes) {
        return slurm.carryOut(new Action.Create(wanted(name, window, nodes)));
    }

    private static void created(String name, Window window, String... nodes) {
        assertThat(create(name, window, nodes)).isEqualTo(new ActionOutcome.Done());
    }

    private static ActionOutcome update(String name, Window window, String... nodes) throws ClusterSilent {
        return slurm.carryOut(new Action.Update(kept(name), wanted(name, window, nodes)));
    }

    private static Kept kept(String name) throws ClusterSilent {
        Kept kept = slurm.observe().kept().get(name);
        assertThat(kept).as("the reservation %s", name).isNotNull();
        return kept;
    }

    private static void assertRefused(Why why, ActionOutcome outcome) {
        assertThat(outcome).isInstanceOf(ActionOutcome.Refused.class);
        assertThat(((ActionOutcome.Refused) outcome).why()).as("%s", outcome).isEqualTo(why);
    }

    private static String submit(String... options) {
        String[] command = new String[options.length + 5];
        command[0] = "sbatch";
        command[1] = "--parsable";
        command[2] = "--output=/dev/null";
        System.arraycopy(options, 0, command, 3, options.length);
        command[command.length - 2] = "--wrap";
        command[command.length - 1] = "sleep 600";
        return sandbox.run(command).orThrow();
    }

    private static String seconds(long millis) {
        return "uts" + millis / 1000;
    }

    // What it is asked.

    @Test
    void census_isWhole() throws ClusterSilent {
        Window window = in(3600, 7200);
        created("berth-lab-r1", window, "c1", "c2", "g1");
        sandbox.run("scontrol", "update", "nodename=c4", "state=drain", "reason=new disk")
                .orThrow();
        String job = submit("-w", "m1", "--time=5");
        sandbox.awaitJob(job, "RUNNING");

        Census census = slurm.observe();

        sandbox.run("scontrol", "update", "nodename=c4", "state=resume").orThrow();
        assertThat(census.nodes()).containsOnlyKeys("c1", "c2", "c3", "c4", "g1", "g2", "m1", "m2");
        assertThat(census.nodes().get("g1").partitions()).containsExactly("gpu", "all");
        assertThat(census.nodes().get("g1").features()).containsExactlyInAnyOrder("gpu", "rackb");
        assertThat(census.nodes().get("g1").condition()).isEqualTo(Condition.UP);
        assertThat(census.nodes().get("c4").condition()).isEqualTo(Condition.DRAINED);
        assertThat(census.nodes().get("c4").reason()).isEqualTo("new disk");
        assertThat(census.kept())
                .containsOnly(Map.entry(
                        "berth-lab-r1",
                        new Kept("berth-lab-r1", Hostlist.expand("c[1-2],g1"), window, Set.of(sandbox.user()), true)));
        assertThat(census.jobs()).hasSize(1);
        ClusterJob running = census.jobs().getFirst();
        assertThat(running.id()).isEqualTo(job);
        assertThat(running.user()).isEqualTo(sandbox.user());
        assertThat(running.nodes()).containsExactly("m1");
        assertThat(running.end()).isBetween(census.taken(), census.taken() + 301_000);
    }

    @Test
    void update_changesNodesTimesAndUsers() throws ClusterSilent {
        created("berth-lab-r1", in(3600, 7200), "c1", "c2");
        Window later = in(4000, 9000);
        assertThat(update("berth-lab-r1", later, "c2", "c3", "m1")).isEqualTo(new ActionOutcome.Done());
        assertThat(kept("berth-lab-r1").nodes()).containsExactly("c2", "c3", "m1");
        assertThat(kept("berth-lab-r1").window()).isEqualTo(later);

        sandbox.run("scontrol", "update", "ReservationName=berth-lab-r1", "Users=daemon", "Flags-=MAGNETIC")
                .orThrow();
        assertThat(kept("berth-lab-r1").users()).containsExactly("daemon");
        assertThat(kept("berth-lab-r1").magnetic()).isFalse();
        assertThat(update("berth-lab-r1", later, "c2", "c3", "m1")).isEqualTo(new ActionOutcome.Done());
        assertThat(kept("berth-lab-r1").users()).containsExactly(sandbox.user());
        assertThat(kept("berth-lab-r1").magnetic()).isTrue();
    }

    @Test
    void everyAction_canBeDoneTwice() throws ClusterSilent {
        Window window = in(3600, 7200);
        created("berth-lab-r1", window, "c1");
        created("berth-lab-r1", window, "c1");
        assertThat(update("berth-lab-r1", window, "c1")).isEqualTo(new ActionOutcome.Done());
        assertThat(slurm.carryOut(new Action.Delete("berth-lab-r1"))).isEqualTo(new ActionOutcome.Done());
        assertThat(slurm.carryOut(new Action.Delete("berth-lab-r1"))).isEqualTo(new ActionOutcome.Done());
        assertThat(slurm.observe().kept()).isEmpty();
    }

    @Test
    void startThatHasPassed_isNow() throws ClusterSilent {
        Window window = in(-5000, 600);
        created("berth-lab-r1", window, "c1");
        assertThat(kept("berth-lab-r1").isActive(System.currentTimeMillis())).isTrue();
        created("berth-lab-r1", window, "c1");
    }

    @Test
    void refusals_areTyped() throws ClusterSilent {
        Window window = in(3600, 7200);
        created("berth-lab-r1", window, "c1");
        assertRefused(Why.EXISTS, create("berth-lab-r1", window, "c1", "c2"));
        assertRefused(Why.EXISTS, create("berth-lab-r1", window, "c2"));
        assertRefused(Why.UNKNOWN_NODE, create("berth-lab-r2", window, "nowhere"));
        assertRefused(Why.BAD_TIME, create("berth-lab-r2", in(-7200, -3600), "c2"));
        Kept gone = new Kept("berth-lab-r3", Hostlist.expand("c2"), window, Set.of(sandbox.user()), true);
        assertRefused(Why.GONE, slurm.carryOut(new Action.Update(gone, wanted("berth-lab-r3", window, "c3"))));
        assertRefused(Why.GONE, slurm.carryOut(new Action.End("berth-lab-r3", window.end())));
        assertRefused(Why.OTHER, slurm.carryOut(new Action.Delete("berth lab")));
        assertThat(slurm.observe().kept()).containsOnlyKeys("berth-lab-r1");
    }

    @Test
    void user_isOneOfSlurmAndOnlyOne() throws ClusterSilent {
        for (String user : List.of("nosuchuser", "root,daemon", "-root", "Root", "", "root Flags=MAINT")) {
            Wanted wanted =
                    new Wanted("berth-lab-r1", new ReservationId(1), Hostlist.expand("c1"), in(3600, 7200), user);
            assertRefused(Why.UNKNOWN_USER, slurm.carryOut(new Action.Create(wanted)));
        }
        assertThat(slurm.observe().kept()).isEmpty();
    }

    @Test
    void guests_areUsersToo_andOneWhomSlurmDoesNotKnow_doesNotCostTheOwnerTheNodes() throws ClusterSilent {
        Window window = in(3600, 7200);
        Wanted shared = new Wanted(
                "berth-lab-r1",
                new ReservationId(1),
                Hostlist.expand("c1"),
                window,
                sandbox.user(),
                new TreeSet<>(List.of("daemon")));
        assertThat(slurm.carryOut(new Action.Create(shared))).isInstanceOf(ActionOutcome.Done.class);
        assertThat(kept("berth-lab-r1").users()).containsExactlyInAnyOrder(sandbox.user(), "daemon");
        Wanted unknown = new Wanted(
                "berth-lab-r2",
                new ReservationId(2),
                Hostlist.expand("c2"),
                window,
                sandbox.user(),
                new TreeSet<>(List.of("nosuchuser")));
        assertThat(slurm.carryOut(new Action.Create(unknown))).isInstanceOf(ActionOutcome.Done.class);
        assertThat(kept("berth-lab-r2").users()).containsExactly(sandbox.user());
        assertThat(slurm.strangers()).contains("nosuchuser");
        assertThat(slurm.carryOut(new Action.Update(kept("berth-lab-r1"), shared.withoutGuests())))
                .isInstanceOf(ActionOutcome.Done.class);
        assertThat(kept("berth-lab-r1").users()).containsExactly(sandbox.user());
    }

    @Test
    void guestsWhomSlurmDoesNotKnow_areFoundAmongTheOthers() throws ClusterSilent {
        TreeSet<String> guests = new TreeSet<>(List.of(
                "bin", "daemon", "games", "mail", "man", "news", "nosuch1", "nosuch2", "nosuch3", "proxy", "sys"));
        Wanted wanted = new Wanted(
                "berth-lab-r1", new ReservationId(1), Hostlist.expand("c1"), in(3600, 7200), sandbox.user(), guests);
        assertThat(slurm.carryOut(new Action.Create(wanted))).isInstanceOf(ActionOutcome.Done.class);
        assertThat(slurm.strangers()).contains("nosuch1", "nosuch2", "nosuch3");
        guests.removeAll(slurm.strangers());
        assertThat(guests).hasSize(8);
        assertThat(kept("berth-lab-r1").users())
                .containsExactlyInAnyOrderElementsOf(wanted.withGuests(guests).users());
        guests.remove("mail");
        guests.addAll(List.of("backup", "nosuch4"));
        assertThat(slurm.carryOut(new Action.Update(kept("berth-lab-r1"), wanted.withGuests(guests))))
                .isInstanceOf(ActionOutcome.Done.class);
        guests.remove("nosuch4");
        assertThat(kept("berth-lab-r1").users())
                .containsExactlyInAnyOrderElementsOf(wanted.withGuests(guests).users());
    }

    @Test
    void licencesThatSlurmDoesNotHave_doNotCostTheNodes() throws ClusterSilent {
        Slurm licensed = slurm.withLicences(List.of("matlab"));
        Wanted wanted = wanted("berth-lab-r1", in(3600, 7200), "c1").withLicences(new TreeMap<>(Map.of("matlab", 1L)));
        assertRefused(Why.NO_LICENCES, licensed.carryOut(new Action.Create(wanted)));
        assertThat(licensed.observe().licences()).isEmpty();
        Kept kept = licensed.observe().kept().get("berth-lab-r1");
        assertThat(kept.nodes()).containsExactly("c1");
        Window longer = in(3600, 9000);
        assertRefused(Why.NO_LICENCES, licensed.carryOut(new Action.Update(kept, wanted.withWindow(longer))));
        assertThat(kept("berth-lab-r1").window())
                .as("the rest of the change is done")
                .isEqualTo(longer);
    }

    // The traps.

    @Test
    void trap_numberOfNodesIsGrantedShort_soNodesAreNamed() throws ClusterSilent {
        Window window = in(3600, 7200);
        ProgramOutput answer = sandbox.run(
                "scontrol",
                "create",
                "reservation",
                "ReservationName=short",
                "NodeCnt=7",
                "PartitionName=batch",
                "StartTime=" + seconds(window.start()),
                "EndTime=" + seconds(window.end()),
                "Users=" + sandbox.user());
        if (sandbox.version().startsWith("22.")) {
            answer.orThrow();
            assertThat(kept("short").nodes()).hasSize(6);
            sandbox.run("scontrol", "delete", "ReservationName=short").orThrow();
        } else {
            // Later versions refuse it.
            assertThat(answer.code()).isNotZero();
            assertThat(answer.err()).contains("Requested nodes are busy");
        }
        created("berth-lab-r1", window, "c1", "c2", "c3", "c4", "m1", "m2", "g1");
        assertThat(kept("berth-lab-r1").nodes()).hasSize(7);
    }

    @Test
    void trap_timesAreReadInTheZoneOfWhoeverAsks_soSecondsAreGiven() throws ClusterSilent {
        for (String zone : List.of("UTC", "America/New_York")) {
            sandbox.run(
                            "env",
                            "TZ=" + zone,
                            "scontrol",
                            "create",
                            "reservation",
                            "ReservationName=" + zone.substring(zone.indexOf('/') + 1),
                            "Nodes=c1",
                            "StartTime=2030-01-01T00:00:00",
                            "EndTime=2030-01-01T01:00:00",
                            "Users=" + sandbox.user())
                    .orThrow();
        }
        assertThat(kept("New_York").window().start() - kept("UTC").window().start())
                .isEqualTo(5 * 3_600_000L);
        Window window = in(3600, 7200);
        created("berth-lab-r1", window, "c1");
        assertThat(kept("berth-lab-r1").window()).isEqualTo(window);
    }

    @Test
    void trap_durationOfZeroIsEndless_soBothEndsAreGiven() throws ClusterSilent {
        sandbox.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=endless",
                        "Nodes=c1",
                        "StartTime=now+60",
                        "Duration=0",
                        "Users=" + sandbox.user())
                .orThrow();
        assertThat(kept("endless").window().end()).isEqualTo(Window.FOREVER);
    }

    @Test
    void trap_overlapIsRefusedOnlyWithoutMaintenance_soNoSuchFlagIsUsed() throws ClusterSilent {
        Window window = in(3600, 7200);
        created("berth-lab-r1", window, "c1", "c2");
        assertRefused(Why.OVERLAP, create("berth-lab-r2", in(5000, 9000), "c2", "c3"));
        sandbox.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=maintenance",
                        "Nodes=c1",
                        "StartTime=" + seconds(window.start()),
                        "EndTime=" + seconds(window.end()),
                        "Users=" + sandbox.user(),
                        "Flags=MAINT")
                .orThrow();
        assertThat(slurm.observe().kept()).containsOnlyKeys("berth-lab-r1", "maintenance");
        created("berth-lab-r2", in(7200, 9000), "c1", "c3");
    }

    @Test
    void trap_swapOfNodesIsRefused_soOneGoesFirst() throws ClusterSilent {
        Window window = in(3600, 7200);
        created("berth-lab-r1", window, "c1");
        created("berth-lab-r2", window, "c2");
        assertRefused(Why.OVERLAP, update("berth-lab-r1", window, "c2"));
        assertThat(slurm.carryOut(new Action.Delete("berth-lab-r2"))).isEqualTo(new ActionOutcome.Done());
        assertThat(update("berth-lab-r1", window, "c2")).isEqualTo(new ActionOutcome.Done());
        created("berth-lab-r2", window, "c1");
    }

    @Test
    void trap_nodesOfABegunReservationChangeUnderItsJob_soItIsNeverAsked() throws ClusterSilent {
        Window window = in(0, 3600);
        created("berth-lab-r1", window, "c1");
        String job = submit("--reservation=berth-lab-r1", "--time=5");
        sandbox.awaitJob(job, "RUNNING");
        assertRefused(Why.OTHER, update("berth-lab-r1", window, "c2"));
        assertThat(kept("berth-lab-r1").nodes()).containsExactly("c1");

        // Slurm itself does it.
        sandbox.run("scontrol", "update", "ReservationName=berth-lab-r1", "Nodes=c2")
                .orThrow();
        Census census = slurm.observe();
        assertThat(census.kept().get("berth-lab-r1").nodes()).containsExactly("c2");
        assertThat(census.jobs().getFirst().nodes()).containsExactly("c1");
    }

    @Test
    void trap_nodeWhoseJobOutlastsTheStartIsBusy() throws ClusterSilent {
        String job = submit("-w", "m1", "--time=60");
        sandbox.awaitJob(job, "RUNNING");
        assertRefused(Why.BUSY, create("berth-lab-r1", in(600, 1200), "m1", "m2"));
        created("berth-lab-r1", in(4000, 5000), "m1", "m2");
    }

    @Test
    void trap_magneticTakesOrdinaryJobsIn_evenLongerOnes() throws ClusterSilent {
        created("berth-lab-r1", in(0, 300), "g1");
        String longer = submit("-p", "gpu", "-w", "g1", "--time=10");
        String job = longer;
        if (sandbox.version().startsWith("26.")) {
            // From some version on these have to name it; one that fits is still drawn in.
            sandbox.awaitJob(longer, "PENDING");
            String fitting = submit("-p", "gpu", "-w", "g1", "--time=4");
            sandbox.awaitJob(fitting, "RUNNING");
            assertThat(sandbox.run("squeue", "-h", "-j", fitting, "-o", "%v").orThrow())
                    .isEqualTo("berth-lab-r1");
            sandbox.run("scancel", fitting, longer).orThrow();
            job = submit("-p", "gpu", "-w", "g1", "--time=10", "--reservation=berth-lab-r1");
        }
        sandbox.awaitJob(job, "RUNNING");
        sandbox.await(
                "only that job",
                () -> sandbox.run("squeue", "-h", "-o", "%A").out().lines().count() == 1);
        ClusterJob running = slurm.observe().jobs().getFirst();
        assertThat(running.reservation()).hasValue("berth-lab-r1");
        assertThat(running.nodes()).containsExactly("g1");
        assertThat(running.end()).isGreaterThan(kept("berth-lab-r1").window().end());
    }

    @Test
    void trap_reservationInUseIsNotDeleted_soItEnds() throws ClusterSilent {
        created("berth-lab-r1", in(0, 3600), "c1");
        String job = submit("--reservation=berth-lab-r1", "--time=5");
        sandbox.awaitJob(job, "RUNNING");
        assertRefused(Why.IN_USE, slurm.carryOut(new Action.Delete("berth-lab-r1")));
        long soon = in(60, 61).start();
        assertThat(slurm.carryOut(new Action.End("berth-lab-r1", soon))).isEqualTo(new ActionOutcome.Done());
        assertThat(kept("berth-lab-r1").window().end()).isEqualTo(soon);
    }

    @Test
    void trap_reservationIsInUseByJobsThatWait_soTheyWaitWithoutIt() throws ClusterSilent {
        created("berth-lab-r1", in(300, 600), "c1");
        String job = submit("--reservation=berth-lab-r1", "-w", "c1", "--time=1");
        sandbox.await(
                "a job that waits",
                () -> jobs().stream().anyMatch(each -> each.reservation().isPresent() && !each.isRunning()));
        assertThat(sandbox.run("scontrol", "delete", "ReservationName=berth-lab-r1")
                        .err())
                .contains("Requested reservation is in use");
        assertThat(slurm.carryOut(new Action.Delete("berth-lab-r1"))).isEqualTo(new ActionOutcome.Done());
        assertThat(slurm.observe().kept()).isEmpty();
        sandbox.awaitJob(job, "RUNNING");
    }

    @Test
    void trap_nodeIsBusyBeyondTheReservationThatItsJobIsIn_soSuchJobsAreIgnored() throws ClusterSilent {
        created("berth-lab-r1", in(0, 60), "c1");
        sandbox.awaitJob(submit("--reservation=berth-lab-r1", "-w", "c1", "--time=10"), "RUNNING");
        Wanted next = wanted("berth-lab-r2", in(70, 300), "c1");
        assertRefused(Why.BUSY, slurm.carryOut(new Action.Create(next)));
        assertThat(slurm.carryOut(new Action.Create(next, true))).isEqualTo(new ActionOutcome.Done());
    }

    private static List<ClusterJob> jobs() {
        try {
            return slurm.observe().jobs();
        } catch (ClusterSilent e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void trap_controllerThatIsDownIsSilent_andNothingIsGone() throws ClusterSilent {
        sandbox.killController();
        try {
            // Two callers at once, since each waits for 9 s.
            CompletableFuture<ActionOutcome> outcome =
                    CompletableFuture.supplyAsync(() -> create("berth-lab-r1", in(3600, 7200), "c1"));
            assertThatThrownBy(slurm::observe)
                    .isInstanceOf(ClusterSilent.class)
                    .hasMessageContaining("scontrol show node: slurm_load_node error: ");
            assertThat(outcome.join()).isInstanceOf(ActionOutcome.Unknown.class);
        } finally {
            sandbox.startController();
        }
    }

    /** It saves what it knows some seconds after a change, so that a crash may come before or after that. */
    @Test
    void trap_controllerForgetsInACrashWhatItSaidYesTo_soItIsPutAgain() throws ClusterSilent {
        Window window = in(3600, 7200);
        String forgotten = null;
        for (int i = 1; i <= 20 && forgotten == null; i++) {
            String name = "berth-lab-r" + (100 + i);
            created(name, window, "c1");
            sandbox.killController();
            sandbox.startController();
            if (!slurm.observe().kept().containsKey(name)) {
                forgotten = name;
            }
            // What was deleted before the crash may be back.
            clear();
        }
        assertThat(forgotten).as("one of 20 that was forgotten").isNotNull();
        created(forgotten, window, "c1");
        sandbox.awaitIdle();
    }
}
