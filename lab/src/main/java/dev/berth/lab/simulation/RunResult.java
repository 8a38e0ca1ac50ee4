package dev.berth.lab.simulation;

import java.util.Map;
import java.util.TreeMap;

/**
 * What came of one run, the warm-up left out. Rates are shares of the work, or of the servers' time.
 *
 * @param impossible work that could not meet its deadline on an empty site
 * @param rejected work refused for want of capacity
 * @param utilisation share of time the servers are busy with reservations
 * @param meanWaitHours from ready to start, over what was accepted
 * @param fluidLoss what no schedule can beat: see {@link Simulation}
 * @param cpuSeconds processor time of the whole run; measured, so never the same twice
 * @param workDone work of reservations over what all servers can do
 * @param opportunistic what opportunistic jobs did, if there were any
 * @param offers what came of other times offered to refused jobs
 * @param measures what else was measured, by name, where a run is of another kind
 */
public record RunResult(
        double impossible,
        double rejected,
        double utilisation,
        double meanWaitHours,
        double fluidLoss,
        double cpuSeconds,
        double workDone,
        OpportunisticResult opportunistic,
        Offers offers,
        Map<String, Double> measures) {
    public RunResult {
        measures = Map.copyOf(measures);
    }

    /** A run that is measured in its own terms. */
    public static RunResult of(Map<String, Double> measures) {
        return new RunResult(0, 0, 0, 0, 0, 0, 0, OpportunisticResult.NONE, Offers.NONE, measures);
    }

    /** A run without other measures. */
    public RunResult(
            double impossible,
            double rejected,
            double utilisation,
            double meanWaitHours,
            double fluidLoss,
            double cpuSeconds,
            double workDone,
            OpportunisticResult opportunistic,
            Offers offers) {
        this(
                impossible,
                rejected,
                utilisation,
                meanWaitHours,
                fluidLoss,
                cpuSeconds,
                workDone,
                opportunistic,
                offers,
                Map.of());
    }

    /** A run without opportunistic jobs and offers. */
    public RunResult(
            double impossible,
            double rejected,
            double utilisation,
            double meanWaitHours,
            double fluidLoss,
            double cpuSeconds) {
        this(
                impossible,
                rejected,
                utilisation,
                meanWaitHours,
                fluidLoss,
                cpuSeconds,
                0,
                OpportunisticResult.NONE,
                Offers.NONE);
    }

    public RunResult with(Offers made) {
        return new RunResult(
                impossible,
                rejected,
                utilisation,
                meanWaitHours,
                fluidLoss,
                cpuSeconds,
                workDone,
                opportunistic,
                made,
                measures);
    }

    public RunResult with(Map<String, Double> measured) {
        Map<String, Double> all = new TreeMap<>(measures);
        all.putAll(measured);
        return new RunResult(
                impossible,
                rejected,
                utilisation,
                meanWaitHours,
                fluidLoss,
                cpuSeconds,
                workDone,
                opportunistic,
                offers,
                all);
    }

    public double measure(String name) {
        Double value = measures.get(name);
        if (value == null) {
            throw new IllegalArgumentException("nothing was measured under the name " + name);
        }
        return value;
    }

    public double loss() {
        return impossible + rejected;
    }
}
