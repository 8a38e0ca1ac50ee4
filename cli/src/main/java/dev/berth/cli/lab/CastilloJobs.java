package dev.berth.cli.lab;

import dev.berth.cli.replay.Replay;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.List;

/** Castillo's workload on its usual servers. */
record CastilloJobs(int jobs, double load, long seed) implements ReplayedJobs {
    private static final int SERVERS = 120;
    private static final double SLACK_HOURS = 20;

    @Override
    public String introduction(String admission) {
        return PolicyComparison.introduction(jobs, pools(), load, SLACK_HOURS, seed, admission);
    }

    @Override
    public List<Pool> pools() {
        return Level.L4.pools(SERVERS);
    }

    @Override
    public double unitsPerSecond() {
        return CastilloWorkload.UNITS_PER_SECOND;
    }

    @Override
    public long count() {
        return jobs;
    }

    @Override
    public void replay(Replay replay, Runnable decided) {
        CastilloWorkload workload = new CastilloWorkload(pools(), load, SLACK_HOURS, seed);
        for (int done = 0; done < jobs; done++) {
            Arrival arrival = workload.next();
            replay.decide(arrival.submit(), arrival.job());
            decided.run();
        }
    }
}
