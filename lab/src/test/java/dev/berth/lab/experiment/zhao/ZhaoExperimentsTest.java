package dev.berth.lab.experiment.zhao;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Runner;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZhaoExperimentsTest {
    private static final Options SMOKE =
            new Options(Scale.SMOKE, 1, null, 2, List.of(), Options.SimulatedSystem.PAPERS);

    @TempDir
    Path directory;

    private Map<String, Measures> run(String id, int threads) throws IOException, InterruptedException {
        return new Runner(threads)
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
    @CsvSource({"zhao-example,4,6", "zhao-table1,21,5", "zhao-table2,16,4", "zhao-fig9,9,1"})
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

    /** What goes into data.csv; the times of figure 9 do not. */
    @ParameterizedTest
    @ValueSource(strings = {"zhao-example", "zhao-table1", "zhao-table2", "zhao-fig9"})
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

    /** Claims look at the numbers: others, and they are decided otherwise. */
    @Test
    void table1Claims_followTheNumbers() throws IOException, InterruptedException {
        Map<String, Measures> results = run("zhao-table1", 2);
        assertThat(claims("zhao-table1", results, (group, name, value) -> asInThePaper(group, name, value)))
                .allMatch(Claim::holds);
        assertThat(claims("zhao-table1", results, (group, name, value) -> {
                    double worse = name.contains("hbmct") || name.contains("cp_even") || name.contains("fcp") ? 1 : 2;
                    return name.endsWith("alpha") ? 50 : worse;
                }))
                .noneMatch(Claim::holds);
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
        assertThat(claims("zhao-table2", results, (group, name, value) -> {
                    int quality = Integer.parseInt(name.split(" ", -1)[2]);
                    return name.endsWith("failures") ? 0 : quality + (name.contains("dag_reserve") ? 0 : 1);
                }))
                .allMatch(Claim::holds);
        assertThat(claims(
                        "zhao-table2",
                        results,
                        (group, name, value) ->
                                name.endsWith("failures") ? (name.contains("dag_reserve") ? 20 : 10) : 50))
                .noneMatch(Claim::holds);
    }

    @Test
    void figure9_claimComparesTheGrowthOfTimes() throws IOException, InterruptedException {
        Map<String, Measures> results = run("zhao-fig9", 2);
        assertThat(claims(
                        "zhao-fig9",
                        results,
                        (group, name, value) -> name.contains("walking") && group.startsWith("tasks 40") ? 100 : 1))
                .allMatch(Claim::holds);
        assertThat(claims(
                        "zhao-fig9",
                        results,
                        (group, name, value) -> name.contains("r_") && group.startsWith("tasks 40") ? 100 : 1))
                .noneMatch(Claim::holds);
    }

    private interface Change {
        double of(String group, String name, double value);
    }

    private static List<Claim> claims(String id, Map<String, Measures> results, Change change) {
        Map<String, Measures> changed = new HashMap<>();
        results.forEach((key, result) -> {
            Map<String, Double> measures = new TreeMap<>();
            result.byName().forEach((name, value) -> measures.put(name, change.of(key, name, value)));
            changed.put(key, new Measures(measures));
        });
        return Experiments.get(ZhaoExperiments.ALL, id).figure(SMOKE, changed).claims();
    }
}
