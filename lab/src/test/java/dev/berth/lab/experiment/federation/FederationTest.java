package dev.berth.lab.experiment.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Options.SimulatedSystem;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.FederatedResult;
import dev.berth.lab.simulation.FederatedSimulation;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.provision.federation.OfferPreference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FederationTest {
    private static final long HOUR = 3_600_000;

    /** 30 servers, so that each of ten sites has one of each rate. */
    private static Options options(int jobs) {
        return new Options(
                Scale.QUICK,
                1,
                jobs,
                2,
                List.of(),
                new SimulatedSystem(30, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.6, 1.2)));
    }

    private final Federation experiment = (Federation) Experiments.named("federation");

    @TempDir
    Path directory;

    private Map<String, FederatedResult> run(Options options, int threads) throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        experiment.cells(options),
                        experiment.measures(),
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
    }

    @Test
    void figure_showsOneSiteBesideSeveral() throws IOException, InterruptedException {
        Options options = options(600);
        Map<String, FederatedResult> results = run(options, 2);
        Figure figure = experiment.figure(options, results);
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("work-loss-rate", "promised-wait", "real-wait", "price");
        assertThat(figure.panels())
                .allSatisfy(panel -> assertThat(panel.curves())
                        .extracting(Curve::name)
                        .containsExactly(
                                "one site",
                                "3 sites, by end",
                                "10 sites, by end",
                                "3 sites, by price",
                                "10 sites, by price",
                                "3 sites, at random",
                                "10 sites, at random"));
        assertThat(figure.claims())
                .hasSize(11)
                .allMatch(claim -> !claim.evidence().isBlank());
        results.values().forEach(result -> {
            assertThat(result.loss()).isBetween(0.0, 1.0);
            // Prices are rounded to cents, durations up.
            assertThat(result.price()).isBetween(0.99, 2.01);
            assertThat(result.promisedWait()).isGreaterThanOrEqualTo(0);
            assertThat(result.realWait()).isGreaterThanOrEqualTo(0);
        });
        assertThat(run(options, 1)).as("more threads change no number").isEqualTo(results);
    }

    @Test
    void split_keepsAllServers() {
        List<Pool> pools = List.of(new Pool("slow", 40, "0.2"), new Pool("fast", 2, "1"));
        List<List<Pool>> three = FederatedSimulation.split(pools, 3);
        assertThat(three)
                .isEqualTo(List.of(
                        List.of(new Pool("slow", 13, "0.2")),
                        List.of(new Pool("slow", 13, "0.2"), new Pool("fast", 1, "1")),
                        List.of(new Pool("slow", 14, "0.2"), new Pool("fast", 1, "1"))));
        assertThat(FederatedSimulation.split(pools, 1)).isEqualTo(List.of(pools));
    }

    /**
     * Two servers, as one site or two. Of three jobs of an hour, all ready at once and due after an hour, two are taken; one
     * site refuses the third, and so do both of two. At random the second may go where the first is.
     */
    @Test
    void whatIsLost_byHand() {
        List<Arrival> jobs = List.of(arrival(0, 10), arrival(0, 10), arrival(0, 10));
        List<Pool> pools = List.of(new Pool("p", 2, "1"));
        for (int sites : List.of(1, 2)) {
            for (OfferPreference preference : OfferPreference.values()) {
                FederatedResult result = simulate(FederatedSimulation.split(pools, sites), preference, jobs, 0);
                assertThat(result.rejected()).isEqualTo(1 / 3.0);
                assertThat(result.impossible()).isZero();
                assertThat(result.promisedWait()).isZero();
            }
        }
        boolean unlucky = false;
        for (long seed = 0; seed < 20; seed++) {
            double lost = simulate(FederatedSimulation.split(pools, 2), null, jobs, seed)
                    .rejected();
            assertThat(lost).isIn(1 / 3.0, 2 / 3.0);
            unlucky |= lost > 0.5;
        }
        assertThat(unlucky).isTrue();
    }

    /** One server and an hour of slack: ranked by end the second job goes to the empty site and waits for nobody. */
    @Test
    void byEnd_nobodyWaitsWhileAnotherSiteIsFree() {
        List<Arrival> jobs = List.of(arrival(1, 10), arrival(1, 10), arrival(1, 10));
        FederatedResult two = simulate(
                List.of(List.of(new Pool("p", 1, "1")), List.of(new Pool("p", 1, "1"))), OfferPreference.END, jobs, 0);
        assertThat(two.rejected()).isZero();
        assertThat(two.promisedWait()).as("the third waits for one hour").isEqualTo(1 / 3.0);
        assertThat(simulate(List.of(List.of(new Pool("p", 1, "0.2"))), OfferPreference.END, jobs, 0)
                        .impossible())
                .as("an hour of work takes five")
                .isEqualTo(1);
    }

    private static Arrival arrival(long slackHours, long ready) {
        return new Arrival(0, Job.of("j", ready * HOUR, HOUR, (ready + 1 + slackHours) * HOUR));
    }

    private static FederatedResult simulate(
            List<List<Pool>> sites, OfferPreference preference, List<Arrival> jobs, long seed) {
        return FederatedSimulation.run(
                BookPolicy.asPromised("prompt").startingEarly(),
                sites,
                preference,
                jobs.iterator(),
                jobs.size(),
                0,
                new Window(0, 100 * HOUR),
                seed);
    }

    private List<Claim> claims(
            FederatedResult one, FederatedResult byEnd, FederatedResult byPrice, FederatedResult any) {
        Options options = options(600);
        Map<String, FederatedResult> results = new TreeMap<>();
        for (Cell<FederatedResult> cell : experiment.cells(options)) {
            String key = cell.key();
            results.put(
                    key,
                    key.contains("one site")
                            ? one
                            : key.contains("by end") ? byEnd : key.contains("by price") ? byPrice : any);
        }
        return experiment.figure(options, results).claims();
    }

    @Test
    void claims_sayWhetherTheyHold() {
        FederatedResult one = new FederatedResult(0, 0.01, 1, 0.5, 1.5);
        FederatedResult good = new FederatedResult(0, 0.015, 1, 0.5, 1.5);
        assertThat(claims(one, good, good, new FederatedResult(0, 0.05, 1, 0.5, 1.5)))
                .allMatch(Claim::holds);
        FederatedResult bad = new FederatedResult(0, 0.04, 2, 2, 1.2);
        assertThat(claims(one, bad, new FederatedResult(0, 0.05, 2, 2, 1.5), bad))
                .extracting(Claim::verdict)
                .as("it loses more than one site, but that is as it must be")
                .startsWith(Verdict.HOLDS)
                .filteredOn(verdict -> verdict == Verdict.FAILS)
                .hasSize(10);
    }
}
