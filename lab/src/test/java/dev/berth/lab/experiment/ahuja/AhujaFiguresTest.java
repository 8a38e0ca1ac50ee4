package dev.berth.lab.experiment.ahuja;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.experiment.Readings;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AhujaFiguresTest {
    private static final Options SMOKE = options(List.of());

    @TempDir
    Path directory;

    private static Options options(List<String> policies) {
        return new Options(Scale.SMOKE, 1, 200, 2, policies, Options.SimulatedSystem.PAPERS, null);
    }

    private Map<String, AhujaRun> run(String id, Options options, int threads)
            throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        Experiments.get(AhujaExperiments.ALL, id).cells(options),
                        AhujaRun.class,
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
    }

    @ParameterizedTest
    @CsvSource({"ahuja-fig4,5,5", "ahuja-fig5,2,2", "ahuja-fig6,2,2", "ahuja-fig7,1,3"})
    void figure_hasAllPanelsAndClaims(String id, int panels, int claims) throws IOException, InterruptedException {
        Figure figure = Experiments.get(AhujaExperiments.ALL, id).figure(SMOKE, run(id, SMOKE, 2));
        assertThat(figure.id()).isEqualTo(id);
        assertThat(figure.claims())
                .hasSize(claims)
                .allMatch(claim -> !claim.evidence().isBlank());
        assertThat(figure.panels()).hasSize(panels);
        for (Panel panel : figure.panels()) {
            assertThat(panel.quantity()).matches("[a-z0-9-]+");
            assertThat(panel.curves())
                    .extracting(Curve::name)
                    .containsExactly("ARWP", "DPSAR", "DPSAR, all merged", "ageing + level", "ageing + earliest");
            for (Curve curve : panel.curves()) {
                assertThat(curve.points()).extracting(Point::x).isSorted();
            }
        }
        assertThat(figure.settings()).containsEntry("jobs a run", "200 of 50 users, all at once");
    }

    @Test
    void results_doNotDependOnThreads() throws IOException, InterruptedException {
        Experiment<AhujaRun> experiment = Experiments.get(AhujaExperiments.ALL, "ahuja-fig6");
        Figure one = experiment.figure(SMOKE, run("ahuja-fig6", SMOKE, 1));
        assertThat(experiment.figure(SMOKE, run("ahuja-fig6", SMOKE, 2))).isEqualTo(one);
    }

    /** Four figures of one command show the same runs: each is made once, and every number is that of a figure alone. */
    @Test
    void figuresOfOneRunner_haveTheNumbersOfEachAlone() throws IOException, InterruptedException {
        ExperimentRunner shared = new ExperimentRunner(1);
        for (Experiment<AhujaRun> experiment : AhujaExperiments.ALL) {
            Readings<AhujaRun> readings = new Readings<>(experiment, SMOKE, true);
            assertThat(run(shared, readings.cells())).isEqualTo(made(readings.cells()));
        }
    }

    private Map<String, AhujaRun> run(ExperimentRunner runner, List<Cell<AhujaRun>> cells)
            throws IOException, InterruptedException {
        return runner.run(cells, AhujaRun.class, directory.resolve("kept"), "", (done, of) -> {});
    }

    /** Results without a runner, cell by cell. */
    private static Map<String, AhujaRun> made(List<Cell<AhujaRun>> cells) {
        Map<String, AhujaRun> results = new HashMap<>();
        cells.forEach(cell -> results.put(cell.key(), cell.work().get()));
        return results;
    }

    @Test
    void figures_areOfTheSameRuns() {
        List<List<Supplier<AhujaRun>>> runs = AhujaExperiments.ALL.stream()
                .map(experiment -> experiment.cells(SMOKE).stream()
                        .<Supplier<AhujaRun>>map(Cell::work)
                        .toList())
                .toList();
        assertThat(runs).hasSize(4).allMatch(runs.getFirst()::equals);
    }

    @Test
    void policyOfOnesOwn_standsBesideTheOthers() throws IOException, InterruptedException {
        Options own = options(List.of("ff-ha", "earliest"));
        Figure figure = Experiments.get(AhujaExperiments.ALL, "ahuja-fig7").figure(own, run("ahuja-fig7", own, 2));
        assertThat(figure.panels().getFirst().curves())
                .extracting(Curve::name)
                .endsWith("ageing + earliest", "ageing + ff-ha")
                .hasSize(6);
        assertThat(figure.settings()).containsEntry("policies", "ff-ha, earliest");
    }

    /** Numbers as the paper would have them, the other way round, and so unlike from run to run that nothing is decided. */
    @ParameterizedTest
    @CsvSource({
        "1,pairs,asked,HOLDS",
        "-1,pairs,asked,FAILS",
        "1,merged,guaranteed,HOLDS",
        "-1,merged,guaranteed,FAILS",
        "0,pairs,asked,UNDECIDED",
        "0,merged,guaranteed,UNDECIDED"
    })
    void claims_followTheNumbers(int sign, String dpsar, String offset, Verdict verdict) {
        Options options = decisive(Map.of("dpsar", dpsar, "offset", offset));
        for (int number = 4; number <= 7; number++) {
            Experiment<AhujaRun> experiment = Experiments.get(AhujaExperiments.ALL, "ahuja-fig" + number);
            Map<String, AhujaRun> results = new HashMap<>();
            for (Cell<AhujaRun> cell : experiment.cells(options)) {
                results.put(cell.key(), made(cell.key().split(" ", -1), sign));
            }
            assertThat(experiment.figure(options, results).claims().stream()
                            .filter(claim -> !claim.where().equals("Conclusion")))
                    .extracting(Claim::verdict)
                    .as(experiment.id())
                    .containsOnly(verdict);
        }
    }

    /** Readings run without Berth's own ways, of which no claim speaks. */
    @ParameterizedTest
    @CsvSource({"pairs", "merged"})
    void claims_needTheSchedulersOfThePaperAlone(String dpsar) {
        Options options = decisive(Map.of("dpsar", dpsar));
        for (int number = 4; number <= 7; number++) {
            Experiment<AhujaRun> experiment = Experiments.get(AhujaExperiments.ALL, "ahuja-fig" + number);
            Map<String, AhujaRun> all = new HashMap<>();
            experiment
                    .cells(options)
                    .forEach(cell -> all.put(cell.key(), made(cell.key().split(" ", -1), 1)));
            Map<String, AhujaRun> ofClaims = new HashMap<>();
            experiment.cellsOfClaims(options).forEach(cell -> ofClaims.put(cell.key(), all.get(cell.key())));
            assertThat(ofClaims).hasSize(all.size() * 2 / 5).doesNotContainValue(null);
            assertThat(experiment.claims(options, ofClaims))
                    .isEqualTo(experiment.figure(options, all).claims());
        }
    }

    /** A choice that alone changes nothing is run with the one that makes it matter, or not at all. */
    @Test
    void readings_areThoseOnWhichAVerdictCanHang() {
        List<String> rejections = names("ahuja-fig6");
        assertThat(rejections)
                .startsWith("as set", "dpsar merged")
                .contains(
                        "load 0.5", "load 1.5", "sd 0", "sorting longest", "sorting first-come", "n 1, priorities wide")
                .doesNotContain("n 1", "run-times 0.5", "offset guaranteed")
                .doesNotHaveDuplicates();
        assertThat(names("ahuja-fig5"))
                .containsAll(rejections)
                .contains("offset guaranteed", "offset guaranteed, run-times 0.5")
                .hasSize(rejections.size() + 2);
    }

    private static List<String> names(String id) {
        return Experiments.get(AhujaExperiments.ALL, id).readings(SMOKE).stream()
                .map(Reading::name)
                .toList();
    }

    private static Options decisive(Map<String, String> choices) {
        return new Options(Scale.QUICK, 1, 200, 4, List.of(), Options.SimulatedSystem.PAPERS, null, choices);
    }

    /** The conclusion contradicts the text of Figure 7: it needs numbers of its own. */
    @Test
    void conclusion_followsTheNumbers() {
        Options options = decisive(Map.of());
        Experiment<AhujaRun> experiment = Experiments.get(AhujaExperiments.ALL, "ahuja-fig7");
        Map<String, AhujaRun> results = new HashMap<>();
        double[] utilisations = {0.8, 0.7, 0.72, 0.71};
        for (Cell<AhujaRun> cell : experiment.cells(options)) {
            int percent = Integer.parseInt(cell.key().split(" ", -1)[2]);
            results.put(cell.key(), result(utilisations[percent / 10], 0, 0, 0));
        }
        assertThat(experiment.figure(options, results).claims().getLast().verdict())
                .isEqualTo(Verdict.HOLDS);
    }

    /**
     * A result by what the key of a cell says: order, choice of resources, percentage, run.
     *
     * @param sign 1 as the paper has it, -1 the other way round, 0 one way in one run and the other way in the next
     */
    private static AhujaRun made(String[] key, int sign) {
        boolean priority = !key[0].equals("FIRST_COME");
        int percent = Integer.parseInt(key[2]);
        int way = sign == 0 ? (Integer.parseInt(key[3]) % 2 == 0 ? 1 : -1) : sign;
        double rise = (percent == 0 ? 0 : 10 + percent / 10.0) * (priority ? 1 : 2);
        double ahead = way * (priority ? 1 : 0);
        return result(
                0.5 - (double) way * percent / 1000 + ahead / 100, 50 + way * rise, 50 - way * percent - ahead, (int)
                        (50 + way * percent - ahead));
    }

    private static AhujaRun result(double utilisation, double wait, double offset, int rejections) {
        return new AhujaRun(
                0,
                utilisation,
                wait,
                wait,
                offset,
                offset,
                rejections,
                100,
                Collections.nCopies(10, new AhujaRun.PriorityClass(1, 1, 1)));
    }
}
