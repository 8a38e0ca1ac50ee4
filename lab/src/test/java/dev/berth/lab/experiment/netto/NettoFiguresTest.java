package dev.berth.lab.experiment.netto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NettoFiguresTest {
    private static final Options SMOKE = options(List.of(), null);

    @TempDir
    Path directory;

    private static Options options(List<String> policies, @Nullable Trace trace) {
        return new Options(Scale.SMOKE, 1, 60, 2, policies, Options.SimulatedSystem.PAPERS, trace);
    }

    private Map<String, NettoRun> run(String id, Options options, int threads)
            throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        Experiments.get(NettoExperiments.ALL, id).cells(options),
                        NettoRun.class,
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
    }

    @ParameterizedTest
    @CsvSource({"netto-fig1,2", "netto-fig2,1", "netto-fig3,1", "netto-fig4,1", "netto-fig5,2", "netto-fig6,1"})
    void figure_hasAllPanelsAndClaims(String id, int claims) throws IOException, InterruptedException {
        Figure figure = Experiments.get(NettoExperiments.ALL, id).figure(SMOKE, run(id, SMOKE, 2));
        assertThat(figure.id()).isEqualTo(id);
        assertThat(figure.claims())
                .hasSize(claims)
                .allMatch(claim -> !claim.evidence().isBlank());
        assertThat(figure.panels()).hasSize(4);
        for (Panel panel : figure.panels()) {
            assertThat(panel.quantity()).matches("[a-z0-9-]+");
            for (Curve curve : panel.curves()) {
                assertThat(curve.points().size()).isBetween(3, 5);
                assertThat(curve.points()).extracting(Point::x).isSorted();
            }
        }
        assertThat(figure.notes().getFirst()).contains("synthetic", "load 1.25", "(50.9 ± 3.5%)");
        assertThat(figure.settings()).containsEntry("processors", "128").containsKey("workload");
    }

    @Test
    void fixedIntervals_areTheSameInAnyOrder() throws IOException, InterruptedException {
        Figure figure = Experiments.get(NettoExperiments.ALL, "netto-fig1").figure(SMOKE, run("netto-fig1", SMOKE, 2));
        for (Panel panel : figure.panels().subList(0, 3)) {
            for (Curve curve : panel.curves()) {
                assertThat(curve.points().getFirst().x()).isZero();
                assertThat(curve.points().getFirst().y().mean())
                        .as(curve.name())
                        .isZero();
            }
        }
    }

    /** More threads change no number. */
    @Test
    void results_doNotDependOnThreads() throws IOException, InterruptedException {
        Experiment<NettoRun> experiment = Experiments.get(NettoExperiments.ALL, "netto-fig3");
        Figure one = experiment.figure(SMOKE, run("netto-fig3", SMOKE, 1));
        assertThat(experiment.figure(SMOKE, run("netto-fig3", SMOKE, 2))).isEqualTo(one);
    }

    @Test
    void policyOfOnesOwn_standsBesideTheOthers() throws IOException, InterruptedException {
        Options own = options(List.of("earliest"), null);
        Figure figure = Experiments.get(NettoExperiments.ALL, "netto-fig2").figure(own, run("netto-fig2", own, 2));
        assertThat(figure.panels()).extracting(Panel::quantity).contains("gain-earliest-replan");
        assertThat(figure.settings()).containsEntry("policies", "earliest");
    }

    /** Two whole intervals and the begin of a third. */
    @Test
    void trace_isRunByItsWholeIntervals() throws IOException, InterruptedException {
        List<RigidJob> jobs = new ArrayList<>();
        for (long submit = 0; submit < 2.2 * NettoWorkload.INTERVAL; submit += 6 * 3600) {
            jobs.add(new RigidJob(submit, 5, 4 * 3600));
        }
        Options traced = new Options(
                Scale.PAPER, 1, null, null, List.of(), Options.SimulatedSystem.PAPERS, new Trace("own.swf", 10, jobs));
        Figure figure =
                Experiments.get(NettoExperiments.ALL, "netto-fig6").figure(traced, run("netto-fig6", traced, 2));
        assertThat(figure.settings())
                .containsEntry("trace", "own.swf")
                .containsEntry("jobs of the trace", Integer.toString(jobs.size()))
                .containsEntry("runs a point", "2 intervals of 15 days")
                .containsEntry("processors", "10");
        assertThat(figure.notes().getFirst()).contains("intervals of own.swf");
    }

    /** Intervals without a job, where a log pauses, would count as runs in which nothing is used. */
    @Test
    void trace_withAPause_isRunByTheIntervalsThatHaveJobs() {
        List<RigidJob> jobs = new ArrayList<>();
        for (long submit = 0; submit < 5.1 * NettoWorkload.INTERVAL; submit += 6 * 3600) {
            if (submit / NettoWorkload.INTERVAL % 2 == 0) {
                jobs.add(new RigidJob(submit, 5, 4 * 3600));
            }
        }
        jobs.add(new RigidJob(6 * NettoWorkload.INTERVAL, 5, 4 * 3600));
        Options traced = new Options(
                Scale.PAPER, 1, null, null, List.of(), Options.SimulatedSystem.PAPERS, new Trace("own.swf", 10, jobs));
        assertThat(NettoSweep.of(traced).runs()).isEqualTo(3);
    }

    /** Utilisations as the paper would have them, the other way round, and as often one as the other. */
    @ParameterizedTest
    @EnumSource(Verdict.class)
    void claims_followTheNumbers(Verdict verdict) {
        Options options = new Options(Scale.QUICK, 1, 60, 4, List.of(), Options.SimulatedSystem.PAPERS, null);
        for (Experiment<NettoRun> experiment : NettoExperiments.ALL) {
            Map<String, NettoRun> results = new HashMap<>();
            for (Cell<NettoRun> cell : experiment.cells(options)) {
                String[] key = cell.key().split(" ", -1);
                boolean even = Integer.parseInt(key[8]) % 2 == 0;
                results.put(cell.key(), made(key, verdict == Verdict.HOLDS || (verdict == Verdict.UNDECIDED && even)));
            }
            assertThat(experiment.figure(options, results).claims())
                    .as(experiment.id())
                    .allSatisfy(claim ->
                            assertThat(claim.verdict()).as(claim.toString()).isEqualTo(verdict));
        }
    }

    /** A result by what the key of a cell says: policy, admission, load, flexibility, exactness, fixing, threshold, market, run. */
    private static NettoRun made(String[] key, boolean asThePaperHasIt) {
        double load = Double.parseDouble(key[2]);
        double gain = Integer.parseInt(key[3]) / 1000.0;
        if (key[1].equals("reschedule-edf")) {
            gain *= asThePaperHasIt ? 1.1 : 3 * load * load;
        }
        gain *= key[4].equals("inaccurate") ? 2 : 1;
        gain *= key[5].equals("null") ? 1 : Integer.parseInt(key[5]) / 100.0;
        gain += Integer.parseInt(key[6]) / 2000.0;
        double threshold = Integer.parseInt(key[6]) / 100.0;
        OfferResults offers =
                threshold == 0 ? OfferResults.NONE : new OfferResults(3, threshold * (asThePaperHasIt ? 0.9 : 0.5));
        double moldable = key[7].startsWith("moldable") ? 0.1 : 0;
        double good = asThePaperHasIt ? gain + moldable : -gain - moldable;
        boolean byRevenue = key[1].equals("reschedule-hrf") || key[1].equals("reschedule-hpf");
        double earned = !byRevenue ? 0 : asThePaperHasIt ? 0.2 : -1;
        return new NettoRun(0, 0.5 - good / 2, 0.5 + good, 0, offers, new Sales(0.5 + good + earned, 0.1 - good / 4));
    }

    /** Figure 3 can be read from the same results in points or relative to the utilisation. */
    @Test
    void impact_inPointsOrRelative_isAReading() {
        Experiment<NettoRun> figure3 = Experiments.get(NettoExperiments.ALL, "netto-fig3");
        Options points = new Options(Scale.QUICK, 1, 60, 4, List.of(), Options.SimulatedSystem.PAPERS, null);
        Options relative = points.under(new Reading(Map.of("impact", "relative")));
        Map<String, NettoRun> results = new HashMap<>();
        for (Cell<NettoRun> cell : figure3.cells(points)) {
            String[] key = cell.key().split(" ", -1);
            boolean inaccurate = key[4].equals("inaccurate");
            double gain = Integer.parseInt(key[3]) / 1000.0;
            double used = inaccurate ? 0.4 + 0.9 * gain : 0.5 + gain;
            results.put(cell.key(), new NettoRun(0, 0.5, used, 0, OfferResults.NONE, Sales.NONE));
        }
        assertThat(figure3.figure(points, results).claims().getFirst().verdict())
                .isEqualTo(Verdict.FAILS);
        assertThat(figure3.figure(relative, results).claims().getFirst().verdict())
                .isEqualTo(Verdict.HOLDS);
        assertThat(figure3.readings(points)).hasSize(5);
    }

    @Test
    void market_hasPanelsAndClaims() throws IOException, InterruptedException {
        Figure figure =
                Experiments.get(NettoExperiments.ALL, "netto-market").figure(SMOKE, run("netto-market", SMOKE, 2));
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("accepted-work", "too-expensive", "revenue", "utilisation");
        assertThat(figure.panels().get(2).curves())
                .allSatisfy(curve ->
                        assertThat(curve.points()).allMatch(point -> point.y().mean() > 0));
        assertThat(figure.panels().get(2).curves())
                .extracting(Curve::name)
                .contains(
                        "edf, rigid, intervals of 100%",
                        "hrf, rigid, intervals of 100%", "hpf, rigid, intervals of 100%");
        assertThat(figure.claims()).hasSize(4);
        assertThat(figure.notes().getFirst()).contains("less 20%");
    }
}
