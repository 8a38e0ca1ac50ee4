package dev.berth.lab.experiment.castillo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.Fulfilment;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.OverrunResult;
import dev.berth.lab.simulation.SimulationResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Readings of castillo: which calendars and which jobs are run; and the experiments on book-ahead and overruns. */
class CastilloReadingsTest {
    private static final Options SMOKE = new Options(Scale.SMOKE, 1, 600, 2, List.of(), Options.SimulatedSystem.PAPERS);
    private static final Options QUICK = new Options(Scale.QUICK, 1, 600, 3, List.of(), Options.SimulatedSystem.PAPERS);

    private static CastilloReading reading(String name, String value) {
        return new CastilloReading(SMOKE.under(new Reading(Map.of(name, value))));
    }

    private static Experiment<SimulationResult> experiment(String id) {
        return Experiments.get(CastilloExperiments.ALL, id);
    }

    private static Map<String, SimulationResult> run(Experiment<SimulationResult> experiment, Options options) {
        Map<String, SimulationResult> results = new HashMap<>();
        experiment
                .cells(options)
                .forEach(cell -> results.put(cell.key(), cell.work().get()));
        return results;
    }

    @Test
    void calendars_areThoseOfTheReading() {
        CastilloReading usual = new CastilloReading(SMOKE);
        assertThat(List.of(usual.hu(), usual.ha(), usual.plus())).containsExactly("ff-hu", "ff-ha", "ff-ha-plus");
        assertThat(reading("list", "linked").hu()).endsWith("FfHuLinked");
        assertThat(reading("lists", "fastest-first").ha()).endsWith("FfHaFastestFirst");
        assertThat(reading("order", "last-marked-first").plus()).isEqualTo("ff-ha-plus-last");
        CastilloReading forgetting = reading("past", "forgotten");
        assertThat(List.of(forgetting.hu(), forgetting.ha(), forgetting.plus()))
                .extracting(CastilloReading::shown)
                .containsExactly("FfHuForgetting", "FfHaForgetting", "FfHaPlusForgetting");
        assertThat(usual.isOfPoliciesOnly()).isFalse();
        assertThat(forgetting.isOfPoliciesOnly()).isTrue();
        assertThat(reading("book-ahead", "1").isOfPoliciesOnly()).isFalse();
    }

    /** The linked list places jobs as the array does, so that every number but the time is the same. */
    @Test
    void linkedList_losesTheSame() {
        Experiment<SimulationResult> figure4 = experiment("castillo-fig4");
        Map<String, SimulationResult> arrays = run(figure4, SMOKE);
        Options options = SMOKE.under(new Reading(Map.of("list", "linked")));
        Map<String, SimulationResult> linked = CastilloFiguresTest.withoutTimes(run(figure4, options));
        Map<String, SimulationResult> usual = CastilloFiguresTest.withoutTimes(arrays);
        assertThat(linked).isNotEmpty();
        linked.forEach((key, result) -> assertThat(result)
                .as(key)
                .isEqualTo(usual.get(key.replace("dev.berth.lab.calendar.FfHuLinked", "ff-hu"))));
        Figure figure = figure4.figure(options, run(figure4, options));
        assertThat(figure.panels()).hasSize(3);
        assertThat(figure.claims()).hasSize(5);
        assertThat(figure.panels().getFirst().curves())
                .anyMatch(curve -> curve.name().equals("FfHuLinked"))
                .noneMatch(curve -> curve.name().startsWith("offline bound"));
    }

    /** At equal losses at every point, "similar at low load" is marked if these are zero, and "at high load" if it is far too high. */
    @Test
    void similar_isByConstruction_whereItCannotFail() {
        Experiment<SimulationResult> figure4 = experiment("castillo-fig4");
        for (double loss : new double[] {0, 0.3}) {
            Map<String, SimulationResult> results = new HashMap<>();
            for (Cell<SimulationResult> cell : figure4.cells(QUICK)) {
                results.put(cell.key(), lost(loss));
            }
            List<Claim> claims = figure4.figure(QUICK, results).claims();
            assertThat(claims.get(1).byConstruction()).as("low, " + loss).isEqualTo(loss == 0);
            assertThat(claims.get(2).byConstruction()).as("high").isTrue();
            assertThat(claims.get(1).changed()).isNotNull();
            assertThat(claims.get(1).verdict()).isEqualTo(Verdict.HOLDS);
        }
    }

    private static SimulationResult lost(double loss) {
        return new SimulationResult(
                0, loss, 0.5, 1, 0, 1, 0.5, OpportunisticResult.NONE, Fulfilment.UNKNOWN, List.of());
    }

    @Test
    void bookAhead_isRunAndShown() {
        Experiment<SimulationResult> experiment = experiment("castillo-book-ahead");
        Figure figure = experiment.figure(SMOKE, run(experiment, SMOKE));
        assertThat(figure.panels()).hasSize(3).allSatisfy(panel -> {
            assertThat(panel.curves()).hasSize(3);
            assertThat(panel.curves().getFirst().points()).hasSize(3);
        });
        assertThat(figure.claims()).hasSize(3);
    }

    /** FF-HU loses ten points more if jobs are booked 14 days ahead, and the same without: all claims hold; the other way round none does. */
    @Test
    void bookAhead_claimsFollowTheNumbers() {
        Experiment<SimulationResult> experiment = experiment("castillo-book-ahead");
        for (boolean asClaimed : new boolean[] {true, false}) {
            Map<String, SimulationResult> results = new HashMap<>();
            for (Cell<SimulationResult> cell : experiment.cells(QUICK)) {
                boolean late = cell.key().startsWith("ahead-14.0 ");
                boolean more = cell.key().contains(" ff-hu ") && late == asClaimed;
                results.put(cell.key(), lost(more ? 0.3 : 0.2));
            }
            assertThat(experiment.figure(QUICK, results).claims())
                    .allMatch(claim -> claim.verdict() == (asClaimed ? Verdict.HOLDS : Verdict.FAILS));
        }
    }

    @Test
    void overrun_isRunAndShown() {
        Experiment<OverrunResult> experiment = CastilloExperiments.OVERRUNS.getFirst();
        Map<String, OverrunResult> results = new HashMap<>();
        experiment
                .cells(SMOKE)
                .forEach(cell -> results.put(cell.key(), cell.work().get()));
        Figure figure = experiment.figure(SMOKE, results);
        assertThat(figure.panels()).hasSize(5).allMatch(panel -> panel.curves().size() == 12);
        assertThat(figure.claims()).hasSize(5);
    }

    @Test
    void overrun_claimsFollowTheNumbers() {
        Experiment<OverrunResult> experiment = CastilloExperiments.OVERRUNS.getFirst();
        for (boolean asClaimed : new boolean[] {true, false}) {
            Map<String, OverrunResult> results = new HashMap<>();
            for (Cell<OverrunResult> cell : experiment.cells(QUICK)) {
                results.put(cell.key(), made(cell.key(), asClaimed));
            }
            List<Claim> claims = experiment.figure(QUICK, results).claims();
            assertThat(claims)
                    .allSatisfy(claim -> assertThat(claim.verdict())
                            .as(claim.claim())
                            .isEqualTo(asClaimed ? Verdict.HOLDS : Verdict.FAILS));
            assertThat(claims.stream().map(Claim::byConstruction)).containsExactly(false, true, true, false, false);
        }
    }

    private static OverrunResult made(String key, boolean asClaimed) {
        double finished = key.contains("+MIGRATE")
                ? asClaimed ? 1 : 0.9
                : key.contains("+PUSH") && asClaimed ? 0.8 : key.contains("+KILL") ? 0 : 0.5;
        double loss = key.contains("+KILL") || asClaimed ? 0.1 : 0.2;
        return new OverrunResult(loss, 100, finished, 1, 1, 0.1, asClaimed ? 0 : 1);
    }
}
