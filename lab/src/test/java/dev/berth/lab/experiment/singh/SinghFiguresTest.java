package dev.berth.lab.experiment.singh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.experiment.Readings;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinghFiguresTest {
    @TempDir
    Path directory;

    private static Options options(int runs, @Nullable Trace trace) {
        return new Options(Scale.SMOKE, 1, null, runs, List.of(), Options.SimulatedSystem.PAPERS, trace);
    }

    private Map<String, Measures> run(String id, Options options, int threads)
            throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        Experiments.get(SinghExperiments.ALL, id).cells(options),
                        Measures.class,
                        directory.resolve("kept" + threads),
                        options.toString(),
                        (done, of) -> {});
    }

    @ParameterizedTest
    @CsvSource({
        "singh-fig4,1,1",
        "singh-fig5,2,3",
        "singh-fig6,3,4",
        "singh-moga,3,6",
        "singh-fig9,9,6",
        "singh-fig10,4,4",
        "singh-fig11,5,2",
        "singh-fig12,7,4",
        "singh-lead,4,6"
    })
    void figure_hasAllPanelsAndClaims(String id, int claims, int panels) throws IOException, InterruptedException {
        Options options = options(1, null);
        Figure figure = Experiments.get(SinghExperiments.ALL, id).figure(options, run(id, options, 2));
        assertThat(figure.id()).isEqualTo(id);
        assertThat(figure.claims())
                .hasSize(claims)
                .allMatch(claim -> !claim.evidence().isBlank());
        assertThat(figure.panels()).hasSize(panels);
        for (Panel panel : figure.panels()) {
            assertThat(panel.quantity()).matches("[a-z0-9-]+");
            for (Curve curve : panel.curves()) {
                assertThat(curve.points()).isNotEmpty();
                assertThat(curve.points()).allMatch(point -> point.y().mean() >= 0);
            }
        }
    }

    /** Readings run without the loads or discounts between, which no verdict compares. */
    @ParameterizedTest
    @CsvSource({"singh-fig11", "singh-lead"})
    void verdicts_needTheLowestAndTheHighestAlone(String id) throws IOException, InterruptedException {
        Options smoke = options(2, null);
        Experiment<Measures> experiment = Experiments.get(SinghExperiments.ALL, id);
        Map<String, Measures> results = run(id, smoke, 2);
        // At scale smoke a figure decides nothing.
        Options options = new Options(Scale.QUICK, 1, null, 2, List.of(), Options.SimulatedSystem.PAPERS);
        Map<String, Measures> ofClaims = new HashMap<>();
        experiment.cellsOfClaims(options).forEach(cell -> ofClaims.put(cell.key(), results.get(cell.key())));
        assertThat(ofClaims).hasSize(results.size() / 2).doesNotContainValue(null);
        assertThat(experiment.claims(options, ofClaims))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("evidence")
                .isEqualTo(experiment.figure(options, results).claims());
    }

    @Test
    void sameSeed_sameData_whateverTheThreads() throws IOException, InterruptedException {
        Options options = options(2, null);
        Experiment<Measures> figure9 = Experiments.get(SinghExperiments.ALL, "singh-fig9");
        assertThat(figure9.figure(options, run("singh-fig9", options, 1)))
                .isEqualTo(figure9.figure(options, run("singh-fig9", options, 2)));
    }

    /** The cost of best effort is a lower bound on that of any plan, and of alpha 1 the plan is the cheapest. */
    @Test
    void bestEffort_boundsTheCost() throws IOException, InterruptedException {
        Options options = options(2, null);
        run("singh-fig9", options, 2).values().forEach(result -> {
            double bound = result.get(SinghTrial.cost());
            double before = Double.POSITIVE_INFINITY;
            for (double alpha : new double[] {0, 0.2, 0.4, 0.6, 0.8, 1}) {
                double cost = result.get(SinghTrial.cost(SinghTrial.BERTH, alpha));
                assertThat(cost).isGreaterThanOrEqualTo(bound).isLessThanOrEqualTo(before);
                before = cost;
            }
        });
    }

    @Test
    void log_takesThePlaceOfACluster() throws IOException, InterruptedException {
        List<RigidJob> jobs = new ArrayList<>();
        for (int k = 0; k < 4000; k++) {
            jobs.add(new RigidJob(k * 1500L, 1 + k % 40, 3000));
        }
        Trace small = new Trace("small.log.swf.gz", 100, jobs);
        Options options = options(1, small);
        Figure figure =
                Experiments.get(SinghExperiments.ALL, "singh-fig9").figure(options, run("singh-fig9", options, 2));
        assertThat(figure.panels()).hasSize(3);
        assertThat(figure.panels().getFirst().quantity()).isEqualTo("makespan-small-log");
        assertThat(figure.claims()).allMatch(claim -> claim.claim().startsWith("small.log: "));
        assertThat(figure.settings()).containsEntry("trace", "small.log.swf.gz");
        assertThat(Experiments.get(SinghExperiments.ALL, "singh-fig4").takesTrace())
                .isFalse();
        assertThatThrownBy(() ->
                        Experiments.get(SinghExperiments.ALL, "singh-fig12").cells(options))
                .isInstanceOf(BadValue.class)
                .hasMessageContainingAll("at least 288", "CyberShake");
    }

    /** Best effort costs what the workflow takes: it is the same in all runs, unless each draws a workflow of its own. */
    @Test
    void workflow_isOneForAllRuns_orOneForEach() throws IOException, InterruptedException {
        assertThat(bestEffortCosts("one")).hasSize(2);
        assertThat(bestEffortCosts("each")).as("two clusters, three runs").hasSize(6);
    }

    private Set<Double> bestEffortCosts(String workflow) throws IOException, InterruptedException {
        Set<Double> costs = new HashSet<>();
        run("singh-fig9", set(3, "workflow", workflow), 2)
                .values()
                .forEach(run -> costs.add(run.get(SinghTrial.cost())));
        return costs;
    }

    private static Options set(int runs, String parameter, String value) {
        return new Options(
                Scale.SMOKE, 1, null, runs, List.of(), Options.SimulatedSystem.PAPERS, null, Map.of(parameter, value));
    }

    /** A site that names its servers has no more room, and all start as late or later. */
    @Test
    void namedProcessors_makeAnotherSite() throws IOException, InterruptedException {
        Map<String, Measures> counted = run("singh-fig9", options(2, null), 2);
        Map<String, Measures> named = run("singh-fig9", set(2, "processors", "named"), 2);
        assertThat(named.keySet()).isEqualTo(counted.keySet());
        assertThat(named).isNotEqualTo(counted);
    }

    @Test
    void budget_isTheNumberOfSchedules() {
        assertThat(sweep("1").settings().budget()).isEqualTo(10 * 6);
        assertThat(sweep("4").settings().budget()).isEqualTo(20 * 11);
        assertThat(sweep("0.01").settings().budget()).isEqualTo(2 * 2);
        assertThat(sweep("0.25").tenByTen(set(1, "budget", "0.25")).settings().budget())
                .isEqualTo(5 * 6);
    }

    private static SinghSweep sweep(String budget) {
        return SinghSweep.of(set(1, "budget", budget), List.of(), Map.of());
    }

    /** Thresholds and the search's alternatives are judged on the runs there are. */
    @Test
    void readingsThatOnlyJudge_makeNoRuns() {
        Experiment<Measures> figure9 = Experiments.get(SinghExperiments.ALL, "singh-fig9");
        int runs = figure9.cells(options(1, null)).size();
        List<String> keys = new Readings<>(figure9, options(1, null), true)
                .cells().stream().map(Cell::key).toList();
        assertThat(figure9.readings(options(1, null)))
                .extracting(Reading::name)
                .contains("considerable 25", "little 5", "near 1", "processors named", "workflow each", "budget 4");
        assertThat(keys)
                .hasSize(6 * runs)
                .doesNotHaveDuplicates()
                .noneMatch(key -> key.contains("considerable") || key.contains("little") || key.contains("near"));
    }

    /** A week ahead half the price: the cheapest plan costs no more than without, and no less than half. */
    @Test
    void discountForBookingAhead_makesPlansCheaper() throws IOException, InterruptedException {
        Map<String, Measures> runs = run("singh-lead", options(2, null), 2);
        String cheapest = SinghTrial.cost(SinghTrial.BERTH, 1);
        for (String cluster : List.of("SDSC", "CTC")) {
            for (int run = 0; run < 2; run++) {
                double without = runs.get(MeasuredRuns.key(cluster + "-0", run)).get(cheapest);
                double with = runs.get(MeasuredRuns.key(cluster + "-50", run)).get(cheapest);
                assertThat(with).isLessThan(without).isGreaterThanOrEqualTo(without / 2);
            }
        }
    }

    @Test
    void points_ascend() throws IOException, InterruptedException {
        Options options = options(1, null);
        for (String id : List.of("singh-fig4", "singh-fig5")) {
            Figure figure = Experiments.get(SinghExperiments.ALL, id).figure(options, run(id, options, 2));
            figure.panels().stream()
                    .flatMap(panel -> panel.curves().stream())
                    .forEach(curve ->
                            assertThat(curve.points()).extracting(Point::x).isSorted());
        }
    }
}
