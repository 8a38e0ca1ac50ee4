package dev.berth.lab.experiment.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.packing.PackingRule;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.GpuTask;
import dev.berth.lab.workload.gpu.GpuTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlicesExperimentsTest {
    private static final MeasuredExperiment PLACEMENT = SlicesExperiments.ALL.get(0);
    private static final MeasuredExperiment ALLOCATION = SlicesExperiments.ALL.get(1);

    @TempDir
    Path directory;

    /** On two hosts 300 jobs are enough to fill the book. */
    private static Options options(Scale scale) {
        return new Options(
                scale,
                1,
                300,
                2,
                List.of(),
                new Options.SimulatedSystem(120, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.8, 0.9)),
                null,
                Map.of("hosts", "2"));
    }

    private Map<String, Measures> run(MeasuredExperiment experiment, Options options, int threads)
            throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        experiment.cells(options),
                        experiment.measures(),
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
    }

    private static double mean(Figure figure, String quantity, String curve, double x) {
        return figure.panels().stream()
                .filter(panel -> panel.quantity().equals(quantity))
                .flatMap(panel -> panel.curves().stream())
                .filter(each -> each.name().equals(curve))
                .flatMap(each -> each.points().stream())
                .filter(point -> point.x() == x)
                .findFirst()
                .orElseThrow()
                .y()
                .mean();
    }

    @Test
    void placement_isTheSameOnManyThreads_andShowsEveryWay() throws IOException, InterruptedException {
        Options options = options(Scale.QUICK);
        Map<String, Measures> one = run(PLACEMENT, options, 1);
        Map<String, Measures> four = run(PLACEMENT, options, 4);
        one.forEach((key, measures) -> measures.byName().forEach((name, value) -> {
            if (!name.equals(SlicesSweep.TIME)) {
                assertThat(four.get(key).get(name)).as(key + " " + name).isEqualTo(value);
            }
        }));
        Figure figure = PLACEMENT.figure(options, one);
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("work-loss-rate", "whole-host-loss-rate", "promised-wait", "time");
        assertThat(figure.panels()).extracting(Panel::timed).containsExactly(false, false, false, true);
        assertThat(figure.panels().getFirst().curves())
                .extracting(Curve::name)
                .containsExactlyElementsOf(
                        SlicesWay.ALL.stream().map(SlicesWay::name).toList());
        double whole = mean(figure, "work-loss-rate", SlicesWay.WHOLE_HOSTS.name(), 0.9);
        double parts = mean(figure, "work-loss-rate", SlicesWay.DEFAULT.name(), 0.9);
        assertThat(whole).as("whole hosts lose more than half of the work").isGreaterThan(0.5);
        assertThat(parts).isLessThan(whole / 2);
        assertThat(mean(figure, "work-loss-rate", SlicesWay.GIANT.name(), 0.9)).isLessThanOrEqualTo(parts);
        assertThat(figure.settings()).containsEntry("hosts", "2 of 8 cards, 96 cores, 384 GiB");
    }

    private static List<Claim> placementClaims(ToDoubleFunction<SlicesWay> loss) {
        Options options = options(Scale.QUICK);
        Map<String, Measures> results = new HashMap<>();
        for (Cell<Measures> cell : PLACEMENT.cells(options)) {
            SlicesWay way = SlicesWay.ALL.stream()
                    .filter(each -> cell.key().startsWith(each.name() + " 0."))
                    .findFirst()
                    .orElseThrow();
            results.put(
                    cell.key(),
                    new Measures(Map.of(
                            SlicesSweep.LOSS,
                            loss.applyAsDouble(way),
                            SlicesSweep.WHOLE_HOST_LOSS,
                            0.0,
                            SlicesSweep.WAIT,
                            1.0,
                            SlicesSweep.TIME,
                            1.0)));
        }
        return PLACEMENT.figure(options, results).claims();
    }

    @Test
    void placementClaims_sayWhetherTheyHold() {
        assertThat(placementClaims(way -> way.equals(SlicesWay.DEFAULT)
                        ? 0.007
                        : SlicesWay.FGD.contains(way) ? 0.05 : way.equals(SlicesWay.GIANT) ? 0 : 0.06))
                .allMatch(Claim::holds)
                .hasSize(9);
        assertThat(placementClaims(way -> way.equals(SlicesWay.DEFAULT)
                        ? 0.07
                        : SlicesWay.FGD.contains(way) ? 0.065 : way.equals(SlicesWay.GIANT) ? 0 : 0.06))
                .allMatch(claim -> claim.verdict() == Verdict.FAILS);
        assertThat(placementClaims(way -> 0.02))
                .filteredOn(Claim::holds)
                .as("0.02 is at most 0.03, and equal to one giant host")
                .hasSize(2);
    }

    @Test
    void loadsThatWereNotRun_decideNothing() throws IOException, InterruptedException {
        Options options = new Options(
                Scale.QUICK,
                1,
                40,
                2,
                List.of(),
                new Options.SimulatedSystem(120, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.5)),
                null,
                Map.of("hosts", "2"));
        assertThat(PLACEMENT.figure(options, run(PLACEMENT, options, 2)).claims())
                .allMatch(claim -> claim.verdict() == Verdict.UNDECIDED)
                .allMatch(claim -> claim.evidence().contains("run"));
    }

    private static final GpuTrace TRACE = new GpuTrace(
            "tiny",
            List.of(
                    new GpuTask(new GpuRequest(4_000, 1_000, 1, 500), 0, 0, 7_200),
                    new GpuTask(new GpuRequest(8_000, 1_000, 8, 1_000), 0, 60, 3_660),
                    new GpuTask(new GpuRequest(2_000, 1_000, 0, 0), 100, 100, 100)));

    @Test
    void allocation_growsWithWhatArrives_andReplaysATrace() throws IOException, InterruptedException {
        Options options = options(Scale.SMOKE).withGpuTrace(TRACE);
        Figure figure = ALLOCATION.figure(options, run(ALLOCATION, options, 2));
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("allocated", "unallocated", "replayed-loss-rate", "replayed-wait");
        for (PackingRule rule : PackingRule.values()) {
            assertThat(mean(figure, "allocated", rule.words(), 0.5)).isBetween(0.4, 0.54);
            assertThat(mean(figure, "allocated", rule.words(), 1.3))
                    .isGreaterThanOrEqualTo(mean(figure, "allocated", rule.words(), 1.0))
                    .isLessThanOrEqualTo(1);
        }
        assertThat(mean(figure, "replayed-loss-rate", "default", 1_213)).isZero();
        assertThat(mean(figure, "replayed-wait", "default", 1_213)).isZero();
        assertThat(mean(figure, "replayed-loss-rate", "first host", 2)).isZero();
    }

    /** Eight hosts of eight cards for an hour: on half of the hosts the second such task ends after its deadline of no slack. */
    @Test
    void aTaskOfSeveralHosts_isReplayedOnThatMany_andTheNodesGrowWithTheTrace() {
        GpuRequest wholeHost = new GpuRequest(8_000, 0, 8, 1_000);
        List<GpuTask> tasks =
                List.of(new GpuTask(wholeHost, 8, 0, 0, 3_600), new GpuTask(wholeHost, 16, 10_000, 10_000, 13_600));
        GpuReplay replay = new GpuReplay(new GpuTrace("wide", tasks), 0);
        assertThat(replay.nodes()).containsExactly(4, 8, 12, 15, 16);
        Map<String, Measures> results = new HashMap<>();
        replay.cells().forEach(cell -> results.put(cell.key(), cell.work().get()));
        List<Point> lost = replay.panels(new MeasuredRuns(results))
                .getFirst()
                .curves()
                .getFirst()
                .points();
        assertThat(lost.stream().map(point -> point.y().mean()))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1)
                .containsExactly(1.0, 2.0 / 3, 2.0 / 3, 2.0 / 3, 0.0);
    }

    @Test
    void withoutATrace_nothingIsReplayed() {
        assertThat(ALLOCATION.cells(options(Scale.SMOKE)))
                .hasSize(2 * PackingRule.values().length)
                .noneMatch(cell -> cell.key().contains("replay"));
    }

    private static List<Claim> allocationClaims(ToDoubleFunction<PackingRule> unallocated, String packing) {
        Options options = new Options(
                Scale.PAPER,
                1,
                null,
                2,
                List.of(),
                Options.SimulatedSystem.PAPERS,
                null,
                Map.of("packing-based", packing));
        Map<String, Measures> results = new HashMap<>();
        for (Cell<Measures> cell : ALLOCATION.cells(options)) {
            for (PackingRule rule : PackingRule.values()) {
                if (cell.key().matches(rule.words() + " \\d")) {
                    Map<String, Double> measures = new HashMap<>();
                    for (double load : FgdSweep.LOADS) {
                        measures.put(FgdSweep.unallocated(load), unallocated.applyAsDouble(rule));
                        measures.put(FgdSweep.allocated(load), 1 - unallocated.applyAsDouble(rule) / 6_212);
                    }
                    results.put(cell.key(), new Measures(measures));
                }
            }
        }
        return ALLOCATION.figure(options, results).claims();
    }

    @Test
    void allocationClaims_sayWhetherTheyHold() {
        assertThat(allocationClaims(rule -> rule == PackingRule.FGD ? 300 : 600, "without-clustering"))
                .allMatch(Claim::holds)
                .hasSize(8);
        assertThat(allocationClaims(rule -> rule == PackingRule.FGD ? 600 : 300, "without-clustering"))
                .allMatch(claim -> claim.verdict() == Verdict.FAILS);
        ToDoubleFunction<PackingRule> clustersBadly =
                rule -> rule == PackingRule.CLUSTERING ? 900 : rule == PackingRule.FGD ? 300 : 400;
        assertThat(allocationClaims(clustersBadly, "without-clustering"))
                .filteredOn(Claim::holds)
                .hasSize(6);
        assertThat(allocationClaims(clustersBadly, "with-clustering")).allMatch(Claim::holds);
    }
}
