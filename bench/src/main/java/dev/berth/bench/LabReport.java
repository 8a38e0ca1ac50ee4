package dev.berth.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * How long is a lab run of a million jobs (L4, load 0.9), and what do book and lab add to the calendar? {@code level} and
 * {@code ff-hu} in turns.
 *
 * <p>Arguments: the number of servers and the policies; without any 120, level and ff-hu.
 */
public final class LabReport {
    private static final int JOBS = 1_000_000;
    private static final int WARM_UP = 20_000;
    /** The first ones warm up. */
    private static final int ROUNDS = 7;

    private final List<Pool> pools;
    private final Window span;

    private LabReport(int servers) {
        this.pools = Level.L4.pools(servers);
        this.span = Simulation.span(workload(), JOBS, WARM_UP);
    }

    public static void main(String[] args) {
        LabReport report = new LabReport(args.length == 0 ? 120 : Integer.parseInt(args[0]));
        List<String> policies =
                args.length < 2 ? List.of("level", "ff-hu") : List.of(args).subList(1, args.length);
        for (int round = 0; round < ROUNDS; round++) {
            policies.forEach(report::measure);
        }
    }

    private CastilloWorkload workload() {
        return new CastilloWorkload(pools, 0.9, 20, 1);
    }

    private void measure(String policy) {
        double begin = cpuSeconds();
        SimulationResult result = Simulation.run(policy, pools, workload(), JOBS, WARM_UP, span);
        double run = cpuSeconds() - begin;
        begin = cpuSeconds();
        double refused = calendarAlone(policy);
        double alone = cpuSeconds() - begin;
        // Few jobs refused and much work lost, or the other way round, would mean that the two decide differently.
        if (refused > 0.01 != result.loss() > 0.01) {
            throw new IllegalStateException("the run loses " + result.loss() + ", the calendar alone " + refused);
        }
        System.out.printf(
                "%-6s run %.2f s, %.3f%% lost; jobs and calendar alone %.2f s; book and lab add %.2f us a job%n",
                policy, run, 100 * result.loss(), alone, (run - alone) * 1e6 / JOBS);
    }

    /** Processor time of the whole process, the collection of garbage included; others on the machine do not count. */
    private static double cpuSeconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }

    private double calendarAlone(String policy) {
        Calendar calendar = Calendars.create(policy);
        pools.forEach(pool -> calendar.addServers(pool, 0, pool.servers(), 0));
        CastilloWorkload workload = workload();
        int refused = 0;
        for (int i = 0; i < JOBS; i++) {
            Arrival arrival = workload.next();
            calendar.forget(arrival.submit());
            Placement placement = calendar.find(Query.of(arrival.job(), arrival.submit(), Query.ANY_POOL));
            if (placement == null) {
                refused++;
            } else {
                calendar.book(placement);
            }
        }
        return (double) refused / JOBS;
    }
}
