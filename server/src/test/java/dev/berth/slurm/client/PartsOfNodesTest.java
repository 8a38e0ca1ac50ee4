package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.sandbox.ProgramOutput;
import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Site;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Mirrored;
import dev.berth.slurm.SlurmSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cards and cores of nodes as reservations of a real Slurm: 3 nodes of 8 cards, in name only, and 16 cores. A Slurm that cannot hold them, as
 * those of Debian 12 and 13, has whole nodes, and it is said.
 */
@Timeout(300)
class PartsOfNodesTest {
    private static final long MINUTE = 60_000;
    private static final List<String> USERS = List.of("daemon", "bin", "games", "man", "mail", "news");

    private Sandbox sandbox;
    private Journal journal;
    private Site site;
    private SiteWatch watch;
    private Slurm slurm;
    private boolean holdsParts;

    @BeforeEach
    void open(@TempDir Path data) {
        sandbox =
                Sandbox.start(SandboxShape.of(3).withCards(8).withCoresOfCards().withAccounting());
        holdsParts = sandbox.version().startsWith("26.");
        sandbox.run("sacctmgr", "-i", "add", "account", "lab").orThrow();
        USERS.forEach(user -> sandbox.run("sacctmgr", "-i", "add", "user", user, "account=lab")
                .orThrow());
        SlurmSettings settings =
                SlurmSettings.of("gpu").withLead(Duration.ofMinutes(30)).withParts();
        slurm = new Slurm(sandbox.environment(), System::currentTimeMillis).asking(true);
        journal = SqliteJournal.open(data);
        site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers());
        watch = SiteWatch.start(
                site,
                SiteSettings.of("Lab", 0)
                        .with(draft -> draft.cluster = Optional.of(settings))
                        .with(draft -> draft.unixUsers = new UnixUsers(Map.of())),
                Optional.of(slurm));
        sandbox.await("the nodes are a pool", () -> !pools().isEmpty());
    }

    @AfterEach
    void close() {
        watch.close();
        site.close();
        journal.close();
        sandbox.close();
    }

    private List<Pool> pools() {
        return site.read(view -> List.copyOf(view.pools()));
    }

    private ClusterStatus status() {
        return watch.cluster().orElseThrow().status();
    }

    private Optional<Reservation> book(String user, int nodes, long cards, long cores, long from, long length) {
        return site.write(user, transaction -> {
                    long now = transaction.now();
                    Decision decision = transaction.submit(new Command.Reserve(new Job(
                            new JobId("job"),
                            user,
                            now + from,
                            now + from + length + 5_000,
                            new Shape.Stay(nodes, length),
                            Requirements.NONE.withSlice(
                                    cards == 0 && cores == 0
                                            ? Slice.WHOLE
                                            : Slice.of(
                                                    cards == 0
                                                            ? Map.of("cores", cores)
                                                            : cores == 0
                                                                    ? Map.of("gpu", cards)
                                                                    : Map.of("gpu", cards, "cores", cores))),
                            new Terms(null, null, 0L))));
                    return decision instanceof Decision.Accepted accepted
                            ? accepted.events().stream()
                                    .filter(Event.Reserved.class::isInstance)
                                    .map(event -> ((Event.Reserved) event).reservation())
                                    .findFirst()
                            : Optional.<Reservation>empty();
                })
                .join();
    }

    private static String name(ReservationId id) {
        return "berth-lab-" + id;
    }

    private SortedMap<String, Kept> kept() {
        try {
            return slurm.observe().kept();
        } catch (ClusterSilent e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitActive(ReservationId id) {
        sandbox.await(
                id + " is active in Slurm",
                () -> sandbox.run("scontrol", "-o", "show", "reservation", name(id))
                        .out()
                        .contains("State=ACTIVE"));
    }

    private String submit(String user, String... options) {
        List<String> command = new ArrayList<>(List.of(
                "sbatch",
                "--parsable",
                "--uid=" + user,
                "--output=/dev/null",
                "--chdir=/tmp",
                "--mem=100",
                "--time=5"));
        command.addAll(List.of(options));
        command.addAll(List.of("--wrap", "sleep 600"));
        ProgramOutput output = sandbox.run(command.toArray(String[]::new));
        return output.orThrow().split(";", 2)[0];
    }

    @Test
    void cardsAndCores_areReservedForTheirUser_andTheRestIsLeftToOthers() {
        if (!holdsParts) {
            assertWholeNodes();
            return;
        }
        assertThat(pools()).hasSize(1);
        assertThat(pools().getFirst().id().name()).isEqualTo("gpu-8xa100-16c");
        assertThat(pools().getFirst().attributes()).containsEntry("gpu", "a100");
        assertThat(pools().getFirst().parts().toString()).contains("gpu", "cores");
        assertThat(status().faults()).isEmpty();

        Reservation first = book("daemon", 1, 3, 6, 0, 20 * MINUTE).orElseThrow();
        awaitActive(first.id());
        Reservation second = book("bin", 1, 2, 4, 0, 20 * MINUTE).orElseThrow();
        awaitActive(second.id());

        Kept kept = kept().get(name(first.id()));
        assertThat(kept.nodes()).hasSize(1);
        assertThat(kept.parts()).isEqualTo(Map.of("cpu", 6L, "gres/gpu:a100", 3L));
        String node = kept.nodes().first();
        String inside = submit("daemon", "-n6", "--gres=gpu:3");
        sandbox.awaitJob(inside, "RUNNING");
        assertThat(sandbox.run("squeue", "-h", "-j", inside, "-o", "%v %N").orThrow())
                .isEqualTo(name(first.id()) + " " + node);
        String tooMuch = submit("daemon", "--reservation=" + name(first.id()), "-n1", "--gres=gpu:4");
        int left = kept().get(name(second.id())).nodes().first().equals(node) ? 3 : 5;
        for (String type : List.of("gpu:", "gpu:a100:")) {
            String outside = submit("games", "-w", node, "-n1", "--gres=" + type + left);
            sandbox.awaitJob(outside, "RUNNING");
            sandbox.run("scancel", outside).orThrow();
            sandbox.awaitJob(outside, "CANCELLED");
            String over = submit("games", "-w", node, "-n1", "--gres=" + type + (left + 1));
            sandbox.await(
                    "the scheduler has looked at one card too many",
                    () -> sandbox.run("squeue", "-h", "-j", over, "-o", "%T %r")
                            .out()
                            .matches("(?s)PENDING (Resources|ReqNode).*"));
            sandbox.run("scancel", over).orThrow();
            sandbox.awaitJob(over, "CANCELLED");
        }
        assertThat(sandbox.run("scontrol", "-o", "show", "job", tooMuch).orThrow())
                .contains("JobState=PENDING");

        assertThatThrownBy(() -> book("daemon", 1, 1, 0, 60 * MINUTE, MINUTE)).hasMessageContaining("--cores");
        assertThatThrownBy(() -> book("daemon", 1, 1, 1, 60 * MINUTE, MINUTE)).hasMessageContaining("--cores 2");
    }

    private void assertWholeNodes() {
        assertThat(pools()).hasSize(1);
        assertThat(pools().getFirst().id().name()).isEqualTo("gpu");
        assertThat(pools().getFirst().hasParts()).isFalse();
        sandbox.await("what is wrong is said", () -> !status().faults().isEmpty());
        assertThat(status().faults().getFirst()).contains("gpu", "whole", "Slurm");
        assertThat(book("daemon", 1, 2, 4, 0, MINUTE)).isEmpty();
        Reservation whole = book("daemon", 1, 0, 0, 0, 10 * MINUTE).orElseThrow();
        awaitActive(whole.id());
        assertThat(kept().get(name(whole.id())).parts()).isEmpty();
    }

    /**
     * The last one finds a card and 8 cores free at each moment, but other ones before and after another begins and ends: Slurm refuses
     * that, unless the later reservation is made after it.
     */
    @Test
    void coresThatSlurmHasChosen_areChosenAnew_whereTheyAreInTheWay() {
        if (!holdsParts) {
            return;
        }
        // One node is left.
        assertThat(book("man", 2, 0, 0, 4 * MINUTE, 25 * MINUTE)).isPresent();
        Reservation first = book("daemon", 1, 1, 8, 5 * MINUTE, 9 * MINUTE).orElseThrow();
        assertThat(book("daemon", 1, 1, 8, 5 * MINUTE, 5 * MINUTE)).isPresent();
        sandbox.await("Slurm keeps all three", () -> differences().isEmpty() && kept().size() == 3);
        site.write("test", transaction -> transaction.submit(new Command.Cancel(first.id())))
                .join();
        sandbox.await("Slurm keeps two", () -> kept().size() == 2);
        assertThat(book("bin", 1, 1, 8, 12 * MINUTE, 10 * MINUTE)).isPresent();
        sandbox.await("Slurm keeps three again", () -> differences().isEmpty() && kept().size() == 3);
        assertThat(book("games", 1, 1, 8, 7 * MINUTE, 8 * MINUTE)).isPresent();
        sandbox.await("Slurm keeps all four", () -> differences().isEmpty() && kept().size() == 4);
        assertNothingTwice();
    }

    /** Six users book 1 to 8 cards while slurmctld is killed: in the end Slurm keeps what is booked, and no card twice. */
    @Test
    void randomBookings_withDeathsOfTheController_endWithoutADifference() {
        if (!holdsParts) {
            return;
        }
        long seed = Long.getLong("berth.seed", System.nanoTime());
        System.out.println("PartsOfNodesTest: seed " + seed);
        Random random = new Random(seed);
        int changes = Boolean.getBoolean("berth.sample") ? 60 : 250;
        List<ReservationId> booked = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            if (booked.size() > 6 && random.nextInt(3) == 0) {
                ReservationId id = booked.remove(random.nextInt(booked.size()));
                site.write("test", transaction -> transaction.submit(new Command.Cancel(id)))
                        .join();
            } else {
                int cards = 1 + random.nextInt(8);
                long from = (1 + random.nextInt(24)) * MINUTE + 30_000;
                boolean isWhole = random.nextInt(10) == 0;
                book(
                                USERS.get(random.nextInt(USERS.size())),
                                1 + random.nextInt(2),
                                isWhole ? 0 : cards,
                                isWhole ? 0 : Math.max(2, 1 + random.nextInt(2 * cards)),
                                from,
                                (2 + random.nextInt(20)) * MINUTE)
                        .ifPresent(each -> booked.add(each.id()));
            }
            if (i % 20 == 19) {
                sandbox.killController();
                sandbox.startController();
            }
        }
        sandbox.await("Slurm keeps all that is booked", () -> differences().isEmpty());
        assertThat(booked).isNotEmpty();
        assertNothingTwice();
    }

    private List<String> differences() {
        Map<String, Mirrored> settled = new HashMap<>();
        for (Mirrored each : status().mirrored()) {
            if (each.state() != Mirrored.State.PRESENT
                    && each.state() != Mirrored.State.ACTIVE
                    && each.state() != Mirrored.State.NOT_DUE) {
                return List.of(each.toString());
            }
            if (!each.nodes().isEmpty()) {
                settled.put(each.name(), each);
            }
        }
        return kept().keySet().equals(settled.keySet()) ? List.of() : List.of("others are kept");
    }

    /** At the start of each reservation, what all of them have of each node is not more than it has. */
    private void assertNothingTwice() {
        List<Kept> all = List.copyOf(kept().values());
        for (Kept at : all) {
            long moment = at.window().start();
            Map<String, SortedMap<String, Long>> taken = new TreeMap<>();
            all.stream()
                    .filter(each -> each.window().start() <= moment
                            && moment < each.window().end())
                    .forEach(each -> each.nodes().forEach(node -> {
                        SortedMap<String, Long> parts = taken.computeIfAbsent(node, any -> new TreeMap<>());
                        if (each.parts().isEmpty()) {
                            parts.merge("cpu", 16L, Long::sum);
                            parts.merge("gres/gpu:a100", 8L, Long::sum);
                        }
                        each.parts().forEach((part, amount) -> parts.merge(part, amount, Long::sum));
                    }));
            taken.forEach((node, parts) -> assertThat(parts)
                    .as(
                            "%s at %d: %s",
                            node, moment, all.stream().map(Kept::name).collect(Collectors.joining(" ")))
                    .allSatisfy((part, amount) -> assertThat(amount).isLessThanOrEqualTo(part.equals("cpu") ? 16 : 8)));
        }
    }
}
