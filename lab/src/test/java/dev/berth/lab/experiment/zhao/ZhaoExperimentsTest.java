package dev.berth.lab.experiment.zhao;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedulers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZhaoExperimentsTest {
    private static final Options SMOKE =
            new Options(Scale.SMOKE, 1, null, 2, List.of(), Options.SimulatedSystem.PAPERS);

    private static final Options HUNDRED =
            new Options(Scale.QUICK, 1, null, 100, List.of(), Options.SimulatedSystem.PAPERS);

    /** Options with as many runs as {@link #SMOKE}, but of a scale at which claims are decided. */
    private static final Options QUICK =
            new Options(Scale.QUICK, 1, null, 2, List.of(), Options.SimulatedSystem.PAPERS);

    @TempDir
    Path directory;

    private Map<String, Measures> run(String id, int threads) throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        Experiments.get(ZhaoExperiments.ALL, id).cells(SMOKE),
                        Measures.class,
                        directory.resolve("kept"),
                        SMOKE.toString(),
                        (done, of) -> {});
    }

    private Figure figure(String id) throws IOException, InterruptedException {
        return Experiments.get(ZhaoExperiments.ALL, id).figure(SMOKE, run(id, 2));
    }

    @ParameterizedTest
    @CsvSource({
        "zhao-example,4,6",
        "zhao-table1,21,5",
        "zhao-table2,16,4",
        "zhao-gaps,8,1",
        "zhao-policies,3,2",
        "zhao-fig9,9,1"
    })
    void figure_hasAllPanelsAndClaims(String id, int panels, int claims) throws IOException, InterruptedException {
        Figure figure = figure(id);
        assertThat(figure.id()).isEqualTo(id);
        assertThat(figure.panels()).hasSize(panels);
        assertThat(figure.claims())
                .hasSize(claims)
                .allMatch(claim -> !claim.evidence().isBlank());
        assertThat(figure.panels()).extracting(Panel::quantity).doesNotHaveDuplicates();
        for (Panel panel : figure.panels()) {
            assertThat(panel.quantity()).matches("[a-z0-9-]+");
            for (Curve curve : panel.curves()) {
                assertThat(curve.points()).isNotEmpty().extracting(Point::x).isSorted();
            }
        }
        assertThat(figure.notes()).isNotEmpty();
    }

    /** Panels that go into data.csv; the times of figure 9 do not. */
    @ParameterizedTest
    @ValueSource(strings = {"zhao-example", "zhao-table1", "zhao-table2", "zhao-gaps", "zhao-policies", "zhao-fig9"})
    void data_areTheSameForAnyNumberOfThreads(String id) throws IOException, InterruptedException {
        List<Panel> one = data(Experiments.get(ZhaoExperiments.ALL, id).figure(SMOKE, run(id, 1)));
        assertThat(data(Experiments.get(ZhaoExperiments.ALL, id).figure(SMOKE, run(id, 2))))
                .isEqualTo(one);
        assertThat(one).isNotEmpty().noneMatch(panel -> panel.quantity().startsWith("milliseconds"));
    }

    private static List<Panel> data(Figure figure) {
        return figure.panels().stream().filter(panel -> !panel.timed()).toList();
    }

    /** To the decimals of the paper. */
    @Test
    void example_isThePapers() throws IOException, InterruptedException {
        Figure figure = figure("zhao-example");
        assertThat(figure.claims()).allMatch(Claim::holds);
        assertThat(figure.claims())
                .filteredOn(Claim::byConstruction)
                .extracting(Claim::where)
                .containsExactly("figure 5(e)");
        assertThat(figure.claims().get(3).evidence()).isEqualTo("left after each iteration: 40.10, 18.85, 9.45");
        Panel critical = figure.panels().getLast();
        assertThat(critical.curves().get(0).points())
                .isEqualTo(critical.curves().get(2).points());
        assertThat(critical.curves().get(1).points().getLast().y().mean()).isEqualTo(200);
    }

    @Test
    void table1_hasThePapersNumbersBesideOurs() throws IOException, InterruptedException {
        Figure figure = figure("zhao-table1");
        Panel least = figure.panels().getFirst();
        assertThat(least.curves()).extracting(Curve::name).startsWith("HBMCT", "FCP", "DLS", "HEFT", "HBMCT, paper");
        assertThat(least.curves().get(4).points().getLast().y().mean()).isEqualTo(47.8);
        assertThat(figure.notes().getFirst()).contains("(38.3 / 110.2 / 66.5)", "(34)|");
        for (Panel panel : figure.panels().subList(0, 20)) {
            assertThat(panel.curves().getFirst().points())
                    .hasSize(6)
                    .allSatisfy(point -> assertThat(point.y().mean()).isPositive());
        }
    }

    /** Claims look at the numbers: others, and they are decided otherwise; now one and now the other, and they are not. */
    @ParameterizedTest
    @EnumSource(Verdict.class)
    void table1Claims_followTheNumbers(Verdict verdict) throws IOException, InterruptedException {
        Map<String, Measures> results = run("zhao-table1", 2);
        assertThat(claims("zhao-table1", results, verdict, ZhaoExperimentsTest::asInThePaper, (group, name, value) -> {
                    double worse = name.contains("hbmct") || name.contains("cp_even") || name.contains("fcp") ? 1 : 2;
                    return name.endsWith("alpha") ? 50 : worse;
                }))
                .hasSize(5)
                .extracting(Claim::verdict)
                .containsOnly(verdict);
    }

    /** The deadline that decides is a reading: here the claim holds at the paper's alpha, and fails at 1500. */
    @Test
    void table1Claims_areDecidedOnTheDeadlineThatIsChosen() throws IOException, InterruptedException {
        Map<String, Measures> results = changed(
                run("zhao-table1", 2),
                (group, name, value) -> name.startsWith(ZhaoTable1.AT_PAPERS) ? 40 : name.endsWith("alpha") ? 50 : 1);
        Experiment<Measures> table1 = Experiments.get(ZhaoExperiments.ALL, "zhao-table1");
        assertThat(table1.figure(QUICK, results).claims().getFirst().verdict()).isEqualTo(Verdict.FAILS);
        for (String deadline : List.of("each-run", "all-runs")) {
            Options papers = QUICK.under(new Reading(Map.of("deadline", deadline)));
            assertThat(table1.figure(papers, results).claims().getFirst().verdict())
                    .isEqualTo(Verdict.HOLDS);
        }
        assertThat(table1.readings(QUICK))
                .contains(new Reading(Map.of("threshold", "0", "deadline", "all-runs")))
                .hasSize(17);
    }

    /** No policy gives every task more than what is left over the run times of the critical path, in any run. */
    @Test
    void table1_staysBelowTheBound() throws IOException, InterruptedException {
        run("zhao-table1", 2).forEach((key, measures) -> {
            for (String scheduler : ZhaoPaper.SCHEDULERS) {
                for (String deadline : List.of("", ZhaoTable1.AT_PAPERS)) {
                    double bound = measures.get(deadline + ZhaoTable1.bound(scheduler));
                    for (String variant : ZhaoPaper.VARIANTS) {
                        double least = measures.get(deadline + ZhaoTable1.Statistic.MIN.measure(scheduler, variant));
                        assertThat(Double.isNaN(bound) ? Double.isNaN(least) : least <= bound + 0.01)
                                .as(key + " " + deadline + scheduler + " " + variant)
                                .isTrue();
                    }
                }
            }
        });
    }

    /** One deadline for all runs is the mean makespan and the paper's alpha; by run they differ. */
    @Test
    void meanMakespans_areThoseOfAllRuns() {
        MeanMakespans means = new MeanMakespans(ZhaoType.MONTAGE, QUICK, 2);
        double first = Schedulers.named("hbmct")
                .schedule(ZhaoType.MONTAGE.problem(QUICK, 0))
                .makespan();
        double second = Schedulers.named("hbmct")
                .schedule(ZhaoType.MONTAGE.problem(QUICK, 1))
                .makespan();
        assertThat(means.of(0)).isCloseTo((first + second) / 2, within(1e-6)).isNotEqualTo(first);
    }

    /** Equal data, equal times: the readings change what they say and nothing else. */
    @Test
    void readings_changeTheProblems() {
        Options equal = QUICK.under(new Reading(Map.of("edge-data", "equal")));
        Options byTask = QUICK.under(new Reading(Map.of("run-times", "by-task")));
        assertThat(data(ZhaoType.MONTAGE.problem(equal, 0))).hasSize(1);
        assertThat(data(ZhaoType.MONTAGE.problem(QUICK, 0))).hasSizeGreaterThan(20);
        WorkflowProblem same = ZhaoType.MONTAGE.problem(byTask, 0);
        WorkflowProblem usual = ZhaoType.MONTAGE.problem(QUICK, 0);
        for (int task = 0; task < same.tasks(); task++) {
            assertThat(same.time(task, 4)).isEqualTo(same.time(task, 0));
            assertThat(usual.time(task, 4)).isNotEqualTo(usual.time(task, 0));
        }
    }

    /** Twice the data on every edge, and the same run times. */
    @Test
    void transfers_weighTwice() {
        Options twice = QUICK.under(new Reading(Map.of("transfers", "2")));
        WorkflowProblem heavy = ZhaoType.MONTAGE.problem(twice, 0);
        WorkflowProblem usual = ZhaoType.MONTAGE.problem(QUICK, 0);
        for (int edge = 0; edge < usual.workflow().edgeCount(); edge++) {
            assertThat(heavy.workflow().data(edge) - 2 * usual.workflow().data(edge))
                    .isBetween(0L, 1L);
        }
        assertThat(heavy.time(3, 2)).isEqualTo(usual.time(3, 2));
    }

    /** One deadline for all schedulers of a run: what a scheduler has left over its makespan is measured, not the paper's. */
    @Test
    void deadlineForAllSchedulers_isTheSame() throws IOException, InterruptedException {
        Options common = SMOKE.under(new Reading(Map.of("deadline", "all-schedulers")));
        Experiment<Measures> table1 = Experiments.get(ZhaoExperiments.ALL, "zhao-table1");
        Map<String, Measures> results = new ExperimentRunner(2)
                .run(
                        table1.cells(common),
                        Measures.class,
                        directory.resolve("kept"),
                        common.toString(),
                        (done, of) -> {});
        WorkflowProblem problem = ZhaoType.MONTAGE.problem(common, 1);
        double[] papers = {1.34, 1.07, 1.32, 1.24};
        double mean = 0;
        for (int i = 0; i < papers.length; i++) {
            mean += makespan(problem, ZhaoPaper.SCHEDULERS.get(i)) * papers[i] / papers.length;
        }
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            double alpha = results.get("Montage 1").get(ZhaoTable1.AT_PAPERS + ZhaoTable1.alpha(scheduler));
            assertThat(makespan(problem, scheduler) * (1 + alpha / 100)).isCloseTo(mean, within(2.0));
        }
        assertThat(table1.figure(common, results).claims()).hasSize(5);
    }

    private static double makespan(WorkflowProblem problem, String scheduler) {
        return Schedulers.named(scheduler).schedule(problem).makespan();
    }

    /** None of two runs failed: up to 1 - sqrt(0.025) of all may, where Student's interval would be a point. */
    @Test
    void table2_hasExactIntervalsOfFailures() throws IOException, InterruptedException {
        assertThat(figure("zhao-table2").panels().stream()
                        .filter(panel -> panel.quantity().startsWith("failures"))
                        .flatMap(panel -> panel.curves().stream())
                        .filter(curve -> !curve.name().endsWith("paper"))
                        .flatMap(curve -> curve.points().stream())
                        .map(Point::y)
                        .filter(share -> share.mean() == 0))
                .isNotEmpty()
                .allSatisfy(
                        share -> assertThat(share.halfWidth()).isCloseTo(100 * (1 - Math.sqrt(0.025)), within(1e-6)));
    }

    /** The default of shell and service is judged by its numbers. */
    @ParameterizedTest
    @EnumSource(Verdict.class)
    void policiesClaims_followTheNumbers(Verdict verdict) throws IOException, InterruptedException {
        assertThat(claims(
                        "zhao-policies",
                        run("zhao-policies", 2),
                        verdict,
                        (group, name, value) -> name.contains("r_even_percent1") ? 10 : 20,
                        (group, name, value) ->
                                name.contains("r_even_percent1") ? (name.contains(" 0 ") ? 5 : 20) : 10))
                .hasSize(2)
                .extracting(Claim::verdict)
                .containsOnly(verdict);
    }

    /** Time that no task uses is taken, whether it is between slots or the rest of one; whole machines are held to the last task. */
    @Test
    void gaps_areTakenToTheLast() throws IOException, InterruptedException {
        run("zhao-gaps", 2).forEach((key, measures) -> {
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (String policy : ZhaoPaper.VARIANTS) {
                    assertThat(measures.get(ZhaoGaps.taken(alpha, 0, policy)))
                            .as("%s, alpha %d, %s", key, alpha, policy)
                            .isGreaterThanOrEqualTo(measures.get(ZhaoGaps.gaps(alpha, policy)) - 1e-6);
                    assertThat(measures.get(ZhaoGaps.taken(alpha, 0, policy))
                                    + measures.get(ZhaoGaps.tasks(alpha, 0, policy)))
                            .isCloseTo(100, within(1e-6));
                }
                assertThat(measures.get(ZhaoGaps.gaps(alpha, "dag_reserve"))).isZero();
                assertThat(measures.get(ZhaoGaps.taken(alpha, 0, "dag_reserve")))
                        .isPositive();
            }
        });
    }

    private static Set<Long> data(WorkflowProblem problem) {
        return problem.workflow().edges().stream().map(Edge::data).collect(Collectors.toSet());
    }

    /** Table 2's zeros: with a threshold of 0 a task has its share of all there is, so errors up to alpha never fail it. */
    @Test
    void table2_withoutAThreshold_evenPercentNeverFailsUpToAlpha() throws IOException, InterruptedException {
        Options none = SMOKE.under(new Reading(Map.of("threshold", "0")));
        Experiment<Measures> table2 = Experiments.get(ZhaoExperiments.ALL, "zhao-table2");
        Map<String, Measures> results = new ExperimentRunner(2)
                .run(table2.cells(none), Measures.class, directory.resolve("kept"), none.toString(), (done, of) -> {});
        results.forEach((key, measures) -> {
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                String failures = ZhaoTable2.failures(ZhaoTable2.Errors.EITHER_WAY, alpha, alpha, "r_even_percent1");
                assertThat(measures.get(failures)).as(key + " " + failures).isZero();
            }
        });
    }

    private static double asInThePaper(String group, String name, double value) {
        boolean isMontage = group.startsWith("Montage");
        if (name.endsWith(" alpha")) {
            return name.startsWith("fcp") ? 20 : 30;
        }
        if (!name.endsWith(" min")) {
            return value;
        }
        double scheduler = name.contains("hbmct") ? 50 : name.contains("fcp") != isMontage ? 40 : 35;
        return scheduler + (name.contains("cp_even") ? 1 : 0);
    }

    @Test
    void table2_failsMoreTheMoreTimesAreOff_andClaimsFollowTheNumbers() throws IOException, InterruptedException {
        Map<String, Measures> results = run("zhao-table2", 2);
        Figure figure = Experiments.get(ZhaoExperiments.ALL, "zhao-table2").figure(SMOKE, results);
        for (Panel panel : figure.panels()) {
            if (panel.quantity().startsWith("failures")) {
                for (Curve curve : panel.curves().subList(0, 7)) {
                    assertThat(curve.points().getFirst().y().mean()).isZero();
                    assertThat(curve.points().stream().map(point -> point.y().mean()))
                            .as(panel.quantity() + " " + curve.name())
                            .isSorted();
                }
            }
        }
        assertThat(figure.notes().getFirst()).contains("(0 / 22 / 85 / 100)", "(60.1 / 66.2 / 75.7 / 82.8 / 92.5)");
        for (Verdict verdict : Verdict.values()) {
            // Two runs show nothing about five per cent of them.
            boolean many = verdict != Verdict.UNDECIDED;
            assertThat(claims(
                            "zhao-table2",
                            many ? HUNDRED : QUICK,
                            many ? repeated(results) : results,
                            verdict,
                            (group, name, value) -> {
                                int quality = Integer.parseInt(name.split(" ", -1)[2]);
                                return name.endsWith("failures") ? 0 : quality + (name.contains("dag_reserve") ? 0 : 1);
                            },
                            (group, name, value) -> {
                                int quality = Integer.parseInt(name.split(" ", -1)[2]);
                                return name.endsWith("failures")
                                        ? (name.contains("dag_reserve") ? 20 : 10)
                                        : 200 - quality + (name.contains("dag_reserve") ? 1 : 0);
                            }))
                    .hasSize(4)
                    .extracting(Claim::verdict)
                    .containsOnly(verdict);
        }
    }

    @Test
    void figure9_claimComparesTheGrowthOfTimes() throws IOException, InterruptedException {
        Map<String, Measures> results = run("zhao-fig9", 2);
        // A run of quick scale would need all sizes: this one decides nothing, but its evidence tells.
        assertThat(claimOfFigure9(results, "walking")).contains("walking all paths x 100.0, recursive policies x 1.0");
        assertThat(claimOfFigure9(results, "r_")).contains("walking all paths x 1.0, recursive policies x 100.0");
        Experiment<Measures> figure9 = Experiments.get(ZhaoExperiments.ALL, "zhao-fig9");
        for (Verdict verdict : Verdict.values()) {
            Map<String, Measures> made = new HashMap<>();
            for (Cell<Measures> cell : figure9.cells(QUICK)) {
                boolean isLarge = cell.key().startsWith("tasks 100 ");
                boolean even = cell.key().endsWith("0");
                boolean holds = verdict == Verdict.HOLDS || (verdict == Verdict.UNDECIDED && even);
                Map<String, Double> measures = new TreeMap<>();
                results.get("tasks 40 0")
                        .byName()
                        .keySet()
                        .forEach(name ->
                                measures.put(name, isLarge && name.contains(holds ? "walking" : "r_") ? 100.0 : 1.0));
                made.put(cell.key(), new Measures(measures));
            }
            assertThat(figure9.figure(QUICK, made).claims().getFirst().verdict())
                    .isEqualTo(verdict);
        }
    }

    private static String claimOfFigure9(Map<String, Measures> results, String slow) {
        Map<String, Measures> changed =
                changed(results, (group, name, value) -> name.contains(slow) && group.startsWith("tasks 40") ? 100 : 1);
        return Experiments.get(ZhaoExperiments.ALL, "zhao-fig9")
                .figure(SMOKE, changed)
                .claims()
                .getFirst()
                .evidence();
    }

    private interface Change {
        double of(String group, String name, double value);
    }

    /** The claims of results changed in one way, in another, or in turns, by run. */
    private static List<Claim> claims(
            String id, Map<String, Measures> results, Verdict verdict, Change holding, Change failing) {
        return claims(id, QUICK, results, verdict, holding, failing);
    }

    /** The results of two runs, over and over, as those of a hundred. */
    private static Map<String, Measures> repeated(Map<String, Measures> results) {
        Map<String, Measures> repeated = new HashMap<>();
        results.forEach((key, result) -> {
            int blank = key.lastIndexOf(' ');
            for (int run = Integer.parseInt(key.substring(blank + 1)); run < 100; run += 2) {
                repeated.put(key.substring(0, blank) + " " + run, result);
            }
        });
        return repeated;
    }

    private static List<Claim> claims(
            String id,
            Options options,
            Map<String, Measures> results,
            Verdict verdict,
            Change holding,
            Change failing) {
        return Experiments.get(ZhaoExperiments.ALL, id)
                .figure(
                        options,
                        changed(
                                results,
                                (group, name, value) -> (verdict == Verdict.HOLDS
                                                        || (verdict == Verdict.UNDECIDED && group.endsWith(" 0"))
                                                ? holding
                                                : failing)
                                        .of(group, name, value)))
                .claims();
    }

    private static Map<String, Measures> changed(Map<String, Measures> results, Change change) {
        Map<String, Measures> changed = new HashMap<>();
        results.forEach((key, result) -> {
            Map<String, Double> measures = new TreeMap<>();
            result.byName().forEach((name, value) -> measures.put(name, change.of(key, name, value)));
            changed.put(key, new Measures(measures));
        });
        return changed;
    }
}
