package dev.berth.bench;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.List;

/** Which share of the work does each policy lose on 100,000 jobs of castillo's workload, over five seeds? */
public final class QualityReport {
    private static final int JOBS = 100_000;
    private static final int SEEDS = 5;

    private QualityReport() {}

    public static void main(String[] args) {
        for (double load : new double[] {0.9, 1.1}) {
            for (String policy : Calendars.names()) {
                double worst = 0;
                double sum = 0;
                for (int seed = 1; seed <= SEEDS; seed++) {
                    double loss = loss(policy, load, seed);
                    worst = Math.max(worst, loss);
                    sum += loss;
                }
                System.out.printf(
                        "load %.1f  %-11s mean %6.3f%%  worst seed %6.3f%%%n",
                        load, policy, 100 * sum / SEEDS, 100 * worst);
            }
        }
    }

    static double loss(String policy, double load, long seed) {
        List<Pool> pools = Level.L4.pools(120);
        Calendar calendar = Calendars.create(policy);
        pools.forEach(pool -> calendar.addServers(pool, 0, pool.servers(), 0));
        CastilloWorkload workload = new CastilloWorkload(pools, load, 20, seed);
        double asked = 0;
        double lost = 0;
        for (int i = 0; i < JOBS; i++) {
            Arrival arrival = workload.next();
            double work = arrival.job().work().amount();
            asked += work;
            calendar.forget(arrival.submit());
            Placement placement = calendar.find(Query.of(arrival.job(), arrival.submit(), Query.ANY_POOL));
            if (placement == null) {
                lost += work;
            } else {
                calendar.book(placement);
            }
        }
        return lost / asked;
    }
}
