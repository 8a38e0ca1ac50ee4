package dev.berth.lab.experiment.castillo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.Fulfilment;
import dev.berth.lab.simulation.GroupUse;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.Level;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Made-up results: each claim of castillo's figures holds, fails and is undecided by the numbers alone. */
class CastilloClaimsTest {
    private static final String UNCHANGED = "the loss of reservations is unchanged";
    private static final Options THREE_RUNS =
            new Options(Scale.QUICK, 1, 1_000, 3, List.of(), Options.SimulatedSystem.PAPERS);

    /** How much more than FF-HU each policy loses where all that is claimed is true. */
    private static final Map<String, Double> MORE_LOST = Map.of(
            "ff-hu", 0.0,
            "ff-ha", -0.01,
            "ff-ha-plus", 0.01,
            "ff-ha-tight", -0.03,
            "earliest", -0.04,
            "ff-ha-plus-last", -0.05,
            "level", -0.06);

    private static Experiment<SimulationResult> experiment(String id) {
        return Experiments.get(CastilloExperiments.ALL, id);
    }

    /** One run of a point; the key is its policy, level, load and number. */
    private static SimulationResult made(String key, Verdict wanted) {
        String[] parts = key.split(" ", -1);
        boolean filled = parts[0].endsWith("+opportunistic");
        boolean negotiated = parts[0].endsWith("+negotiation");
        String policy = filled || negotiated ? parts[0].substring(0, parts[0].indexOf('+')) : parts[0];
        double more = MORE_LOST.getOrDefault(policy, 0.0) - (negotiated ? 0.1 : 0);
        int level = parts[1].charAt(1) - '0';
        double load = Double.parseDouble(parts[2]);
        double sign = wanted == Verdict.FAILS ? -3 : 1;
        double loss = 0.5 + sign * (0.1 * load - 0.02 * level + more);
        double busy = 0.4 + sign * (0.01 * level + (policy.equals("ff-ha-plus") ? 0.01 : 0));
        double slow = policy.equals("ff-hu") && wanted != Verdict.FAILS ? 2 : 1;
        double fill = sign * 0.05;
        double broken = 0.5 + sign * (policy.equals("ff-hu") ? -0.02 : policy.equals("ff-ha") ? 0 : 0.02);
        if (wanted == Verdict.UNDECIDED) {
            // Each point goes up and down by another amount from run to run, far beyond what the policies differ by.
            String point = String.join(" ", filled ? policy : parts[0], parts[1], parts[2]);
            double swing = (parts[3].equals("1") ? -1 : 1) * (0.3 + Math.floorMod(point.hashCode(), 997) / 100.0);
            loss += swing;
            busy += swing;
            slow += swing;
            broken += swing;
            fill += swing / 2;
        }
        return new SimulationResult(
                0,
                loss + (filled && wanted == Verdict.FAILS ? 0.001 : 0),
                busy,
                slow,
                0,
                slow,
                0.5,
                filled ? new OpportunisticResult(fill, 0.1, 1) : OpportunisticResult.NONE,
                Fulfilment.UNKNOWN,
                Collections.nCopies(3, new GroupUse(0.5, broken, broken, broken)));
    }

    private static List<Claim> claims(String id, Options options, Verdict wanted) {
        Map<String, SimulationResult> results = new TreeMap<>();
        for (Cell<SimulationResult> cell : experiment(id).cells(options)) {
            results.put(cell.key(), made(cell.key(), wanted));
        }
        return experiment(id).figure(options, results).claims();
    }

    @ParameterizedTest
    @CsvSource({
        "castillo-fig2, 4",
        "castillo-fig4, 5",
        "castillo-fig5, 2",
        "castillo-fig6, 3",
        "castillo-opportunistic, 2",
        "castillo-negotiation, 4",
        "castillo-groups, 4",
        "late-binding, 4"
    })
    void claims_followTheNumbers(String id, int count) {
        for (Verdict wanted : Verdict.values()) {
            List<Claim> claims = claims(id, THREE_RUNS, wanted);
            assertThat(claims).hasSize(count);
            for (Claim claim : claims) {
                // Equal to the last bit or not: no number of runs makes that uncertain.
                boolean certain = claim.claim().contains(UNCHANGED) && wanted == Verdict.UNDECIDED;
                assertThat(claim.verdict())
                        .as("%s: %s (%s)", id, claim.claim(), claim.evidence())
                        .isEqualTo(certain ? Verdict.HOLDS : wanted);
            }
        }
    }

    @Test
    void oneRun_decidesNothing() {
        Options one = new Options(Scale.QUICK, 1, 1_000, 1, List.of(), Options.SimulatedSystem.PAPERS);
        assertThat(claims("castillo-fig4", one, Verdict.HOLDS)).allMatch(claim -> claim.verdict() == Verdict.UNDECIDED);
    }

    /** 0.00 against 0.00% is not worse, but nothing is gained if it is so everywhere. */
    @Test
    void equal_isNotWorse() {
        Map<String, SimulationResult> results = new TreeMap<>();
        for (Cell<SimulationResult> cell : experiment("castillo-fig6").cells(THREE_RUNS)) {
            results.put(cell.key(), made("level L1 0.5 0", Verdict.HOLDS));
        }
        assertThat(experiment("castillo-fig6").figure(THREE_RUNS, results).claims())
                .allMatch(claim -> claim.verdict() == Verdict.FAILS);
        results.replaceAll((key, result) ->
                key.contains(" 1.2 ") ? made(key, Verdict.HOLDS) : made("level L1 0.5 0", Verdict.HOLDS));
        assertThat(experiment("castillo-fig6").figure(THREE_RUNS, results).claims())
                .allMatch(claim -> claim.verdict() == Verdict.HOLDS);
    }

    @Test
    void readings_areTheOrderAndTheLevels() {
        Experiment<SimulationResult> experiment = experiment("castillo-fig6");
        List<Reading> readings = experiment.readings(THREE_RUNS);
        assertThat(readings).hasSize(7);
        assertThat(readings.stream()
                        .flatMap(reading -> experiment.cells(THREE_RUNS.under(reading)).stream())
                        .map(cell -> cell.key()
                                .substring(0, cell.key().indexOf(' ', cell.key().indexOf(' ') + 1))))
                .contains(
                        "ff-ha-plus L1",
                        "ff-ha-plus L0",
                        "ff-ha-plus F1",
                        "ff-ha-plus-last L1",
                        "dev.berth.lab.calendar.FfHaPlusForgetting L1");
        for (int i = 1; i < Level.FASTEST_1.size(); i++) {
            assertThat(Level.FASTEST_1.get(i).majorises(Level.FASTEST_1.get(i - 1)))
                    .isTrue();
        }
    }

    @Test
    void loads_areTheUsers() {
        Options own = new Options(
                Scale.QUICK,
                1,
                1_000,
                2,
                List.of(),
                new Options.SimulatedSystem(120, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.3, 3.0)));
        assertThat(experiment("castillo-fig4").cells(own))
                .extracting(Cell::key)
                .allMatch(key -> key.contains(" 0.3 ") || key.contains(" 3.0 "))
                .hasSize(2 * 2 * 5);
    }
}
