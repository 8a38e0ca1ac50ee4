package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Window;
import dev.berth.slurm.ClusterJob;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterNode.Condition;
import dev.berth.slurm.Kept;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintedTest {
    private static final String NODE =
            "NodeName=g1 Arch=x86_64 CoresPerSocket=1  CPUAlloc=0 CPUEfctv=8 CPUTot=8 CPULoad=0.05 AvailableFeatures=gpu,rackb"
                    + " ActiveFeatures=gpu Gres=gpu:a100:4(S:0-1) NodeAddr=127.0.0.1 OS=Linux 6.1 #1 SMP  RealMemory=16000 Sockets=2 Boards=1"
                    + " State=STATE ThreadsPerCore=1 Partitions=gpu,all  BootTime=None CfgTRES=cpu=8,mem=16000M AllocTRES=";

    @Test
    void node_hasItsPartitionsFeaturesAndDevices() {
        assertThat(Printed.nodes(NODE.replace("STATE", "IDLE") + "\n\n"))
                .containsExactly(new ClusterNode(
                        "g1",
                        List.of("gpu", "all"),
                        Set.of("gpu", "rackb"),
                        8,
                        16_000,
                        "gpu:a100:4",
                        Condition.UP,
                        "",
                        1,
                        2));
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE, UP",
        "MIXED+PLANNED, UP",
        "IDLE+RESERVED+MAINTENANCE, UP",
        "IDLE+CLOUD+POWERED_DOWN, UP",
        "IDLE+CLOUD+NOT_RESPONDING+POWERING_UP, UP",
        "IDLE*, SILENT",
        "IDLE+NOT_RESPONDING, SILENT",
        "MIXED*, SILENT",
        "ALLOCATED+FAIL, DOWN",
        "DOWN*, DOWN",
        "DOWN+NOT_RESPONDING, DOWN",
        "IDLE+FAIL, DOWN",
        "UNKNOWN, SILENT",
        "UNKNOWN*, SILENT",
        "IDLE+INVALID_REG, SILENT",
        "IDLE+DRAIN, DRAINED",
        "DOWN+DRAIN, DRAINED",
        "MIXED+DRAIN, DRAINING",
        "IDLE+COMPLETING+DRAIN, DRAINING"
    })
    void conditionOfANode_followsItsState(String state, Condition condition) {
        assertThat(Printed.nodes(NODE.replace("STATE", state)).getFirst().condition())
                .isEqualTo(condition);
    }

    @Test
    void plannedNodes_areLeftOut() {
        assertThat(Printed.nodes(NODE.replace("STATE", "FUTURE"))).isEmpty();
    }

    /** Whoever writes a reason or a comment cannot change what is read about the node. */
    @Test
    void reason_isReadWithoutItsTime_andCannotPretendFields() {
        String text =
                NODE.replace("STATE", "DOWN") + " Reason=no power [root@1794849289]        State=IDLE NodeName=c9";
        ClusterNode node = Printed.nodes(text).getFirst();
        assertThat(node.name()).isEqualTo("g1");
        assertThat(node.condition()).isEqualTo(Condition.DOWN);
        assertThat(node.reason()).isEqualTo("no power");
    }

    @Test
    void licences_areReadOfThoseThatAreAskedFor() {
        String text = """
                LicenseName=matlab Total=20 Used=5 Free=10 Reserved=5 Remote=no
                LicenseName=comsol Total=2 Used=0 Free=2 Reserved=0 Remote=no LastConsumed=0 LastDeficit=0 LastUpdate=2026-11-19T20:00:00
                LicenseName=flex@server Total=4 Used=0 Free=4 Reserved=0 Remote=yes
                """;
        assertThat(PrintedLicences.totals(text, Set.of("matlab", "fluent"))).isEqualTo(Map.of("matlab", 20L));
        assertThat(PrintedLicences.totals("No licenses configured in Slurm.\n", Set.of("matlab")))
                .isEmpty();
        assertThat(PrintedLicences.counts("matlab:5,comsol,flex@server:3", Set.of("matlab", "comsol")))
                .isEqualTo(Map.of("matlab", 5L, "comsol", 1L));
        assertThat(PrintedLicences.counts("matlab:2|comsol:1", Set.of("matlab", "comsol")))
                .isEqualTo(Map.of("matlab", 2L, "comsol", 1L));
        assertThat(PrintedLicences.counts("(null)", Set.of("matlab"))).isEmpty();
        assertThat(PrintedLicences.argument(Map.of())).isEqualTo("Licenses=");
        assertThat(Printed.jobs("7|RUNNING|ben|(null)|1794849794|c1|matlab:2|comsol:1\n", Set.of("comsol")))
                .singleElement()
                .satisfies(job -> assertThat(job.licences()).isEqualTo(Map.of("comsol", 1L)));
        assertThatThrownBy(() -> PrintedLicences.totals("LicenseName=matlab Total=many", Set.of("matlab")))
                .hasMessageContaining("Total");
    }

    @Test
    void reservations_haveWholeWindowsAndUsers() {
        String text = """
                ReservationName=a StartTime=1794849794 EndTime=1794850394 Duration=00:10:00 Nodes=c[1-2],m1 NodeCnt=3 Flags=SPEC_NODES,MAGNETIC TRES=cpu=8 Users=root,daemon Groups=(null)
                ReservationName=b StartTime=1794849794 EndTime=Unknown Duration=28936-13:05:01 Nodes=c3 Flags= TRES=cpu=2 Users=(null) Comment=Nodes=c9
                ReservationName=c StartTime=1794849794 EndTime=1794849000 Nodes=(null) Flags=ANY_NODES Users=root
                """;
        assertThat(Printed.reservations(text))
                .containsExactly(
                        new Kept(
                                "a",
                                Hostlist.expand("c1,c2,m1"),
                                new Window(1_794_849_794_000L, 1_794_850_394_000L),
                                Set.of("root", "daemon"),
                                true),
                        new Kept(
                                "b",
                                Hostlist.expand("c3"),
                                new Window(1_794_849_794_000L, Window.FOREVER),
                                Set.of(),
                                false),
                        new Kept(
                                "c",
                                new TreeSet<>(),
                                new Window(1_794_849_794_000L, 1_794_849_795_000L),
                                Set.of("root"),
                                false));
        assertThat(Printed.reservations("No reservations in the system\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slurm_load_reservations error: something",
                "ReservationName=a StartTime=2026-11-16T17:23:14 EndTime=1794850394 Nodes=c1",
                "ReservationName=a StartTime=1794849794 EndTime=1794850394 Nodes=c[1-",
                "ReservationName=a StartTime=1794849794 Nodes=c1",
                "ReservationName=a StartTime=-5 EndTime=1794850394 Nodes=c1",
                "ReservationName=a StartTime=Unknown EndTime=1794850394 Nodes=c1",
                "Nodes=c1 StartTime=1794849794 EndTime=1794850394"
            })
    void reservations_areReadAllOrNotAtAll(String line) {
        String good = "ReservationName=good StartTime=1794849794 EndTime=1794850394 Nodes=c1 Flags= Users=root\n";
        assertThat(Printed.reservations(good)).hasSize(1);
        assertThatThrownBy(() -> Printed.reservations(good + line)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"NodeName=c1 State=IDLE CPUTot=x RealMemory=1", "NodeName=c1 CPUTot=1", "NodeName=a,b State=IDLE"
            })
    void nodes_areReadAllOrNotAtAll(String line) {
        assertThatThrownBy(() -> Printed.nodes(NODE.replace("STATE", "IDLE") + "\n" + line))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void jobs_areThoseOnNodesAndThoseThatWaitForAReservation() {
        String text = """
                3|PENDING|ann|a|N/A|
                4|PENDING|ann|(null)|N/A|
                1|RUNNING|ben|(null)|1826385287|m[1-2]
                2|COMPLETING|ben|a|NONE|c1
                """;
        assertThat(Printed.jobs(text)).hasSize(3).extracting(ClusterJob::id).containsExactly("3", "1", "2");
        ClusterJob running = Printed.jobs(text).get(1);
        assertThat(running.isRunning()).isTrue();
        assertThat(running.nodes()).containsExactly("m1", "m2");
        assertThat(running.end()).isEqualTo(1_826_385_287_000L);
        assertThat(running.reservation()).isEmpty();
        assertThat(Printed.jobs(text).getFirst().isRunning()).isFalse();
        assertThat(Printed.jobs(text).getLast().end()).isEqualTo(Window.FOREVER);
        assertThatThrownBy(() -> Printed.jobs("1|RUNNING|ben")).hasMessage("not a job: 1|RUNNING|ben");
    }
}
