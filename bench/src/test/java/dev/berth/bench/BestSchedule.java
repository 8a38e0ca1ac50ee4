package dev.berth.bench;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.CumulativeConstraint;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.lab.workload.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * The most work that can be kept of jobs that are known in advance, each whole in one pool without interruption or not at all,
 * by CP-SAT: an optional interval for each job and pool, and a cumulative constraint for each pool.
 */
final class BestSchedule {
    private final CpModel model = new CpModel();
    private final LinearExprBuilder kept = LinearExpr.newBuilder();

    private BestSchedule(List<Pool> pools, List<Arrival> arrivals) {
        List<CumulativeConstraint> capacities =
                pools.stream().map(pool -> model.addCumulative(pool.servers())).toList();
        for (Arrival arrival : arrivals) {
            Job job = arrival.job();
            long earliest = Math.max(arrival.submit(), job.ready());
            List<Literal> places = new ArrayList<>();
            for (int i = 0; i < pools.size(); i++) {
                long duration = job.shape().duration(job.servers(), pools.get(i).rate());
                if (job.servers() <= pools.get(i).servers() && earliest + duration <= job.deadline()) {
                    BoolVar here = model.newBoolVar("");
                    IntVar start = model.newIntVar(earliest, job.deadline() - duration, "");
                    capacities
                            .get(i)
                            .addDemand(model.newOptionalFixedSizeIntervalVar(start, duration, here, ""), job.servers());
                    kept.addTerm(here, job.work().amount() * job.servers());
                    places.add(here);
                }
            }
            model.addAtMostOne(places);
        }
    }

    /** The work that it keeps; fails if CP-SAT does not prove that no schedule keeps more. */
    static long work(List<Pool> pools, List<Arrival> arrivals) {
        Loader.loadNativeLibraries();
        BestSchedule best = new BestSchedule(pools, arrivals);
        best.model.maximize(best.kept);
        CpSolver solver = new CpSolver();
        // One worker and a fixed seed: the same search every time.
        solver.getParameters().setNumWorkers(1).setRandomSeed(1).setMaxDeterministicTime(60);
        CpSolverStatus status = solver.solve(best.model);
        if (status != CpSolverStatus.OPTIMAL) {
            throw new IllegalStateException("CP-SAT says " + status + " for " + arrivals);
        }
        return Math.round(solver.objectiveValue());
    }
}
