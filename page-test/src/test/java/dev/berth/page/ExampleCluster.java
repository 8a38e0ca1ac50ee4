package dev.berth.page;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.slurm.Braked;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterSettings.Mode;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Mirrored;
import dev.berth.slurm.Mirrored.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A cluster in which most is well, and some is not. */
final class ExampleCluster {
    private ExampleCluster() {}

    static ClusterStatus mostlyWell() {
        return status(
                Mode.KEEP,
                Optional.empty(),
                List.of(
                        mirrored(17, "ana", State.ACTIVE, "", false, 0, "n01", "n02", "n03"),
                        mirrored(21, "ben", State.PRESENT, "", false, 1, "n04"),
                        mirrored(
                                22,
                                "cleo",
                                State.BLOCKED,
                                "job 4711 of eve runs on n05 until 15:00; other nodes are searched",
                                true,
                                2,
                                "n05"),
                        mirrored(30, "ana", State.NOT_DUE, "", false, 9)),
                List.of());
    }

    static ClusterStatus watched() {
        return status(
                Mode.WATCH,
                Optional.of("scontrol show reservation did not answer in 10 seconds"),
                List.of(mirrored(17, "ana", State.WANTED, "", false, 0, "n01")),
                List.of("create berth-test-r17 on n01 for ana"));
    }

    private static ClusterStatus status(
            Mode mode, Optional<String> silent, List<Mirrored> mirrored, List<String> planned) {
        return new ClusterStatus(
                mode,
                512,
                Optional.of(TestSite.START.toEpochMilli()),
                silent,
                180,
                mirrored,
                List.of(new Kept(
                        "maintenance-rack2",
                        new TreeSet<>(Set.of("n07", "n08")),
                        new Window(at(4), at(8)),
                        Set.of("root"),
                        false)),
                List.of(new ClusterNode(
                        "n09",
                        List.of("batch"),
                        Set.of(),
                        64,
                        256_000,
                        "",
                        ClusterNode.Condition.DOWN,
                        "Not responding")),
                mode == Mode.KEEP
                        ? List.of(new Braked(
                                new PoolId("batch"),
                                new TreeSet<>(Set.of("n10", "n11", "n12")),
                                false,
                                at(0),
                                at(0.25)))
                        : List.of(),
                List.of(),
                planned,
                40,
                2);
    }

    private static Mirrored mirrored(
            int number, String user, State state, String why, boolean inDanger, double from, String... nodes) {
        return new Mirrored(
                "berth-test-r" + number,
                new ReservationId(number),
                user,
                new TreeSet<>(List.of(nodes)),
                new Window(at(from), at(from + 3)),
                state,
                why,
                inDanger);
    }

    private static long at(double hours) {
        Instant time = TestSite.at(hours);
        return time.toEpochMilli();
    }
}
