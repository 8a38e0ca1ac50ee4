package dev.berth.lab.experiment.castillo;

import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.bound.OfflineBound;
import dev.berth.lab.experiment.KnownRun;
import dev.berth.lab.experiment.Options.SimulatedSystem;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.Fulfilment;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.OverrunResult;
import dev.berth.lab.simulation.OverrunSimulation;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.List;
import java.util.stream.Stream;

/**
 * One run of castillo's workload under a policy.
 *
 * @param policy as the book knows it, or {@link LoadSweep#BOUND}
 * @param seed of its random numbers, the same for all that is compared
 */
record LoadRun(
        String policy, Level level, double load, int jobs, long seed, SimulatedSystem system, double bookAheadDays)
        implements KnownRun<SimulationResult> {
    /** The book fills over the 14 days that jobs are booked ahead. */
    private static final double WARM_UP_DAYS = 17;

    @Override
    public SimulationResult get() {
        return policy.equals(LoadSweep.BOUND)
                ? bound()
                : Simulation.run(policy, pools(), workload(), jobs, warmUp(), span());
    }

    /** The same with opportunistic jobs beside the reservations, drawn from a seed of their own. */
    SimulationResult filled() {
        return Simulation.filled(policy, pools(), workload(), jobs, warmUp(), span(), ~seed);
    }

    /** The same run by a scheduler in the place of the policy, with reservations followed to their end. */
    record Followed(LoadRun run, BookPolicy scheduler) implements KnownRun<SimulationResult> {
        @Override
        public SimulationResult get() {
            return Simulation.followed(scheduler, run.pools(), run.workload(), run.jobs, run.warmUp(), run.span());
        }
    }

    /** The same with jobs that take longer than they booked, drawn from a seed of their own. */
    OverrunResult overrun(OverrunPolicy way) {
        return OverrunSimulation.run(policy, way, pools(), workload(), jobs, warmUp(), span(), ~seed);
    }

    /**
     * Bound that no scheduler can beat, as the loss of a policy of this name. It covers the jobs that are ready within the
     * measured span. Jobs submitted in the span may be ready up to 14 days after its end, when demand declines, and a
     * scheduler that knew the end would find room there.
     */
    private SimulationResult bound() {
        long cpu = Simulation.cpuNanos();
        Window span = span();
        List<Arrival> ready = Stream.generate(workload()::next)
                .limit(jobs)
                .filter(arrival ->
                        arrival.job().ready() >= span.start() && arrival.job().ready() < span.end())
                .toList();
        OfflineBound bound = OfflineBound.of(pools(), ready, OfflineBound.INTERVAL);
        return new SimulationResult(
                Simulation.share(bound.impossible(), bound.asked()),
                Simulation.share(bound.rejected(), bound.asked()),
                0,
                0,
                bound.loss(),
                (Simulation.cpuNanos() - cpu) / 1e9,
                0,
                OpportunisticResult.NONE,
                Fulfilment.UNKNOWN,
                List.of());
    }

    private List<Pool> pools() {
        return level.pools(system.servers());
    }

    /** Some 3,900 jobs at load 0.9; no more than half of a short run. */
    private int warmUp() {
        double perDay = load * CastilloWorkload.capacity(pools()) * 24 / 5.6;
        return Math.min(jobs / 2, (int) (WARM_UP_DAYS * perDay));
    }

    private Window span() {
        return Simulation.span(workload(), jobs, warmUp());
    }

    private CastilloWorkload workload() {
        return new CastilloWorkload(pools(), load, system.slackHours(), system.deadlines(), bookAheadDays, seed);
    }
}
