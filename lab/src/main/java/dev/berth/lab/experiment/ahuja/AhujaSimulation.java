package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.User;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.simulation.RunResult;
import dev.berth.lab.simulation.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of ahuja's evaluation: all jobs come at once, are ordered, and go to the reservation module one after the other;
 * what is deferred comes again in the next round. Utilisation is that of the first day.
 */
final class AhujaSimulation {
    /** From submission to start, over what was reserved in advance; not a number if nothing was. */
    static final String ADVANCE_WAIT = "advance-wait-hours";
    /** From the start that was asked for, which is now for what starts immediately, to the start; over what was taken. */
    static final String OFFSET = "offset-hours";

    static final String REJECTIONS = "rejections";
    /** How many sought advance reservation. */
    static final String SEEKING = "seeking";

    private static final String CLASS_WAIT = "class-wait-hours-";
    private static final String WORST_WAIT = "worst-wait-hours-";
    private static final String JAIN = "jain-";
    private static final long ROUND = 600_000;
    private static final double HOUR = 3_600_000;

    private final AhujaWorkload workload;
    private final int percent;
    private final ReservationModule module;
    private final Map<Long, Gridlet> gridlets = new HashMap<>();
    private final Map<String, Waits> byUser = new HashMap<>();
    private final Waits all = new Waits();
    private final Waits inAdvance = new Waits();
    private double offset;
    private int rejections;
    private int seeking;
    private double rejectedWork;
    private double work;
    private double busy;

    private AhujaSimulation(AhujaWorkload workload, int percent, ReservationModule module) {
        this.workload = workload;
        this.percent = percent;
        this.module = module;
        workload.gridlets().forEach(gridlet -> gridlets.put(gridlet.request().number(), gridlet));
    }

    /** What some jobs waited. */
    private static final class Waits {
        private int count;
        private double sum;
        private long longest;

        void add(long wait) {
            count++;
            sum += wait;
            longest = Math.max(longest, wait);
        }

        double mean() {
            return sum / count;
        }
    }

    /**
     * Runs a workload.
     *
     * @param policy that chooses the resources; null if they are random, as in the paper
     * @param percent of the jobs that seek advance reservation
     */
    static RunResult run(AhujaWorkload workload, AhujaOrder order, @Nullable String policy, int percent) {
        ReservationModule module = policy == null
                ? ReservationModule.random(AhujaWorkload.RESOURCES)
                : ReservationModule.own(policy, AhujaWorkload.RESOURCES, AhujaWorkload.DAY);
        return new AhujaSimulation(workload, percent, module).run(order);
    }

    /** The mean wait of the users of one priority, over what seeks no advance reservation. */
    static String classWait(int level) {
        return CLASS_WAIT + level;
    }

    /** The worst wait that such a user has, over what seeks no advance reservation. */
    static String worstWait(int level) {
        return WORST_WAIT + level;
    }

    /** Jain's index of the mean waits of the users of one priority: 1 if all are equal, 1/n if one bears it all. */
    static String jain(int level) {
        return JAIN + level;
    }

    private RunResult run(AhujaOrder order) {
        long cpu = Simulation.cpuNanos();
        List<Request> waiting = new ArrayList<>(
                workload.gridlets().stream().map(Gridlet::request).toList());
        long now = 0;
        while (!waiting.isEmpty()) {
            module.advance(now);
            Round round = order.round(workload.users(), waiting);
            for (Request request : round.order()) {
                decide(gridlet(request), now);
            }
            boolean deferred = order.rules().excess() instanceof Excess.Defer;
            waiting.clear();
            for (Request request : round.left()) {
                if (deferred) {
                    waiting.add(request.deferred());
                } else {
                    reject(gridlet(request));
                }
            }
            now += ROUND;
        }
        return result((Simulation.cpuNanos() - cpu) / 1e9);
    }

    private Waits waitsOf(String user) {
        return byUser.computeIfAbsent(user, name -> new Waits());
    }

    private Gridlet gridlet(Request request) {
        Gridlet gridlet = gridlets.get(request.number());
        if (gridlet == null) {
            throw new IllegalArgumentException("no gridlet " + request);
        }
        return gridlet;
    }

    private void decide(Gridlet gridlet, long now) {
        boolean seeks = gridlet.seeksReservation(percent);
        long wanted = seeks ? Math.max(now, gridlet.start()) : 0;
        Placement placement = seeks
                ? module.inAdvance(gridlet.work(), wanted, gridlet.resources())
                : module.immediately(gridlet.work(), gridlet.resources());
        if (placement == null) {
            reject(gridlet);
            return;
        }
        count(gridlet);
        Window window = placement.window();
        all.add(window.start());
        // Whoever reserves in advance waits because it wants to: its wait says nothing of how its class is treated.
        (seeks ? inAdvance : waitsOf(gridlet.request().user())).add(window.start());
        offset += window.start() - wanted;
        busy += Math.max(0, Math.min(AhujaWorkload.DAY, window.end()) - window.start());
    }

    private void count(Gridlet gridlet) {
        seeking += gridlet.seeksReservation(percent) ? 1 : 0;
        work += gridlet.work().amount();
    }

    private void reject(Gridlet gridlet) {
        count(gridlet);
        rejections++;
        rejectedWork += gridlet.work().amount();
    }

    private RunResult result(double cpuSeconds) {
        Map<String, Double> measures = new HashMap<>();
        measures.put(ADVANCE_WAIT, inAdvance.mean() / HOUR);
        measures.put(OFFSET, offset / all.count / HOUR);
        measures.put(REJECTIONS, (double) rejections);
        measures.put(SEEKING, (double) seeking);
        for (int level = 1; level <= Priority.LEVELS; level++) {
            classOf(level, measures);
        }
        int elements = AhujaWorkload.RESOURCES.stream().mapToInt(Pool::servers).sum();
        return new RunResult(
                        0,
                        rejectedWork / work,
                        busy / ((double) elements * AhujaWorkload.DAY),
                        all.mean() / HOUR,
                        0,
                        cpuSeconds)
                .with(measures);
    }

    private void classOf(int level, Map<String, Double> measures) {
        List<Waits> users = workload.users().stream()
                .filter(user -> user.priority().level() == level)
                .map(User::name)
                .map(this::waitsOf)
                .filter(waits -> waits.count > 0)
                .toList();
        long longest = users.stream().mapToLong(waits -> waits.longest).max().orElse(0);
        double[] means = users.stream().mapToDouble(Waits::mean).toArray();
        measures.put(classWait(level), Arrays.stream(means).average().orElse(0) / HOUR);
        measures.put(worstWait(level), longest / HOUR);
        measures.put(jain(level), jain(means));
    }

    /** 1 for nobody, and if nobody waits. */
    static double jain(double... values) {
        double sum = 0;
        double squares = 0;
        for (double value : values) {
            sum += value;
            squares += value * value;
        }
        return squares == 0 ? 1 : sum * sum / (values.length * squares);
    }
}
