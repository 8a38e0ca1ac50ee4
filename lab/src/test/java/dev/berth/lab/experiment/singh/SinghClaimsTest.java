package dev.berth.lab.experiment.singh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Verdict;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.plan.SlotSchedulers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Claims are decided by the numbers: made-up ones make them hold, others make them fail, and one run decides nothing. */
class SinghClaimsTest {
    private static final List<Double> ALPHAS = List.of(0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0);

    /** Made-up measurements of a run. */
    @FunctionalInterface
    interface Made {
        Map<String, Double> of(String group, int run, boolean asThePaperHasIt);
    }

    static Stream<Arguments> everyFigure() {
        Map<String, Made> figures = Map.of(
                "singh-fig4", (group, run, good) -> plans(good),
                "singh-fig5", (group, run, good) -> choices(good),
                "singh-fig6", (group, run, good) -> schedulers(good),
                "singh-moga", (group, run, good) -> parameters(good),
                "singh-fig9", (group, run, good) -> byAlpha(run, good),
                "singh-fig10", (group, run, good) -> bySize(group, good),
                "singh-fig11", (group, run, good) -> byLoad(group, good),
                "singh-fig12", (group, run, good) -> cyberShake(group, run, good),
                "singh-lead", (group, run, good) -> byDiscount(group, good));
        return figures.entrySet().stream()
                .flatMap(figure -> Stream.of(
                        Arguments.of(figure.getKey(), figure.getValue(), true, 4, Verdict.HOLDS),
                        Arguments.of(figure.getKey(), figure.getValue(), false, 4, Verdict.FAILS),
                        Arguments.of(figure.getKey(), figure.getValue(), true, 1, Verdict.UNDECIDED)));
    }

    @ParameterizedTest(name = "{0} as the paper has it: {2}, runs: {3}")
    @MethodSource("everyFigure")
    void claims_followTheNumbers(String id, Made made, boolean good, int runs, Verdict verdict) {
        Experiment<Measures> experiment = Experiments.get(SinghExperiments.ALL, id);
        for (String search : List.of("berth", "moga")) {
            Options options = new Options(
                    Scale.QUICK,
                    1,
                    null,
                    runs,
                    List.of(),
                    Options.SimulatedSystem.PAPERS,
                    null,
                    Map.of("search", search));
            Map<String, Measures> results = new HashMap<>();
            for (Cell<Measures> cell : experiment.cells(options)) {
                int blank = cell.key().lastIndexOf(' ');
                String group = cell.key().substring(0, blank);
                int run = Integer.parseInt(cell.key().substring(blank + 1));
                results.put(cell.key(), new Measures(made.of(group, run, good)));
            }
            assertThat(experiment.figure(options, results).claims())
                    .isNotEmpty()
                    .extracting(Claim::verdict)
                    .containsOnly(verdict);
        }
    }

    private static Map<String, Double> byDiscount(String group, boolean good) {
        int discount = Integer.parseInt(group.substring(group.indexOf('-') + 1)) * (good ? 1 : -1);
        Map<String, Double> measures = new HashMap<>();
        measures.put(SinghTrial.plans(SinghTrial.BERTH), 60.0 + discount);
        for (double alpha : new double[] {0, 0.5, 1}) {
            measures.put(SinghTrial.makespan(SinghTrial.BERTH, alpha), 1000.0 + discount);
            measures.put(SinghTrial.cost(SinghTrial.BERTH, alpha), 100.0);
        }
        return measures;
    }

    private static Map<String, Double> plans(boolean good) {
        Map<String, Double> measures = new HashMap<>();
        for (String what : List.of(SinghSlotProblem.FEASIBLE, SinghSlotProblem.PARETO, SinghSlotProblem.BERTH)) {
            int count = what.equals(SinghSlotProblem.FEASIBLE) ? 30 : good ? 2 : 20;
            measures.put(SinghSlotProblem.count(what), (double) count);
            for (int k = 0; k < count; k++) {
                measures.put(SinghSlotProblem.cost(what, k), 1.0 + k);
                measures.put(SinghSlotProblem.makespan(what, k), 100.0 - k);
            }
        }
        return measures;
    }

    private static Map<String, Double> choices(boolean good) {
        Map<String, Double> measures = new HashMap<>();
        for (String what : List.of(SinghSlotProblem.PARETO, SinghSlotProblem.BERTH)) {
            for (double alpha : SinghSlotProblem.ALPHAS) {
                double way = good ? alpha : -alpha;
                measures.put(SinghSlotProblem.chosenCost(what, alpha), 100 - 50 * way);
                measures.put(SinghSlotProblem.chosenMakespan(what, alpha), 100 + 10 * way);
                measures.put(SinghSlotProblem.value(what, alpha), 0.5);
            }
        }
        return measures;
    }

    private static Map<String, Double> schedulers(boolean good) {
        Map<String, Double> measures = new HashMap<>();
        for (String search : List.of("moga", "seeded")) {
            for (SlotScheduler scheduler : SlotSchedulers.ALL) {
                boolean heft = scheduler.name().equals("heft");
                measures.put(search + " " + scheduler.name() + " share", good == heft ? 55.0 : 15);
                measures.put(search + " " + scheduler.name() + " found", heft && !good ? 3.0 : 7);
            }
        }
        return measures;
    }

    private static Map<String, Double> parameters(boolean good) {
        Map<String, Double> measures = new HashMap<>();
        Map<String, List<String>> studies = Map.of(
                "size", List.of("population", "balanced", "iterations"),
                "crossover", List.of("2 points", "1 point", "3 points"),
                "mutation", List.of("1/n", "none", "4/n"));
        studies.forEach((study, searches) -> {
            for (int k = 0; k < 3; k++) {
                measures.put(study + " " + searches.get(k) + " share", good ? 50.0 - 10 * k : 10 + 10 * k);
                measures.put(study + " " + searches.get(k) + " found", 5.0);
            }
        });
        return measures;
    }

    /** Best effort varies by 20% of its makespan; plans by less, and by more of it with alpha. */
    private static Map<String, Double> byAlpha(int run, boolean good) {
        int luck = run % 2 == 0 ? 1 : -1;
        Map<String, Double> measures = trial(1000 + luck * (good ? 200 : 1), 100);
        for (double alpha : ALPHAS) {
            put(
                    measures,
                    alpha,
                    good ? 400 + luck * (1 + alpha) : 1500 + luck * (20 - alpha),
                    good ? 108 - 8 * alpha : 120 + 8 * alpha);
        }
        return measures;
    }

    private static Map<String, Double> bySize(String group, boolean good) {
        int size = Integer.parseInt(group.substring(group.lastIndexOf('-') + 1));
        Map<String, Double> measures = trial(1000, 100);
        for (double alpha : ALPHAS) {
            put(measures, alpha, good ? 1000.0 - size : 1000.0 + size, good ? 110 : 110 + 30 * size);
        }
        return measures;
    }

    /** With tasks of one processor the paper has it the other way round. */
    private static Map<String, Double> byLoad(String group, boolean good) {
        int size = Integer.parseInt(group.substring(0, group.indexOf('-')));
        double second = Double.parseDouble(group.substring(group.indexOf('-') + 1));
        Map<String, Double> measures = trial(1000, 100);
        for (double alpha : ALPHAS) {
            put(
                    measures,
                    alpha,
                    good == (size == 1) ? 1000 + 100 * second : 1000 - 100 * second,
                    good ? 110 : 110 + 100 * second);
        }
        return measures;
    }

    private static Map<String, Double> cyberShake(String group, int run, boolean good) {
        double second = Double.parseDouble(group.substring(0, group.indexOf('-')));
        int percent = Integer.parseInt(group.substring(group.indexOf('-') + 1));
        int luck = run % 2 == 0 ? 1 : -1;
        Map<String, Double> measures = trial(1000 * (good ? 1 + 9 * second : 1 + 0.1 * second) + luck * 50, 100);
        double paper = percent == 110 ? 1.03 : percent == 120 ? 1.077 : 1;
        double provisioned = second == 1 ? 0.44 * 10_000 : 770 * (1 + second);
        for (double alpha : ALPHAS) {
            put(
                    measures,
                    alpha,
                    good ? provisioned * paper + luck : 1500 * (1 + second) * (percent == 100 ? 1 : 2) + 99 * luck,
                    good ? 101 : 120);
        }
        return measures;
    }

    private static Map<String, Double> trial(double makespan, double cost) {
        return new HashMap<>(Map.of(
                SinghTrial.UTILISATION,
                63.0,
                SinghTrial.SLOTS,
                9.0,
                SinghTrial.makespan(),
                makespan,
                SinghTrial.cost(),
                cost));
    }

    private static void put(Map<String, Double> measures, double alpha, double makespan, double cost) {
        for (String way : List.of(SinghTrial.BERTH, SinghTrial.MOGA)) {
            measures.put(SinghTrial.makespan(way, alpha), makespan);
            measures.put(SinghTrial.cost(way, alpha), cost);
        }
    }
}
