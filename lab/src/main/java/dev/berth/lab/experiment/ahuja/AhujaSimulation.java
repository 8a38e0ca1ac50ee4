package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.User;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One run of ahuja's evaluation: all jobs come at once, are ordered, and go to the reservation module one after the other;
 * what is deferred comes again in the next round. Utilisation is that of the first day.
 */
final class AhujaSimulation {
    private static final long ROUND = 600_000;
    private static final double HOUR = 3_600_000;

    private final AhujaWorkload workload;
    private final AhujaReading reading;
    private final int percent;
    private final ReservationModule module;
    private final Map<Long, Gridlet> gridlets = new HashMap<>();
    private final Map<String, Waits> byUser = new HashMap<>();
    private final Waits all = new Waits();
    private final Waits inAdvance = new Waits();
    private final ActualStarts actual = new ActualStarts();
    private double offset;
    private int rejections;
    private int decided;
    private int seeking;
    private double rejectedWork;
    private double work;
    private double busy;

    private AhujaSimulation(AhujaWorkload workload, AhujaReading reading, int percent, ReservationModule module) {
        this.workload = workload;
        this.reading = reading;
        this.percent = percent;
        this.module = module;
        workload.gridlets().forEach(gridlet -> gridlets.put(gridlet.request().number(), gridlet));
    }

    /** Waits of some jobs. */
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
    static AhujaRun run(
            AhujaWorkload workload, AhujaReading reading, AhujaOrder order, @Nullable String policy, int percent) {
        ReservationModule module = policy == null
                ? ReservationModule.random(AhujaWorkload.RESOURCES)
                : ReservationModule.own(policy, AhujaWorkload.RESOURCES, AhujaWorkload.DAY);
        return new AhujaSimulation(workload, reading, percent, module).run(order);
    }

    private AhujaRun run(AhujaOrder order) {
        List<Request> waiting = new ArrayList<>(
                workload.gridlets().stream().map(Gridlet::request).toList());
        long now = 0;
        while (!waiting.isEmpty()) {
            module.advance(now);
            Round round = order.round(reading.rules(), workload.users(), waiting);
            for (Request request : round.order()) {
                decide(gridlet(request), now);
            }
            boolean deferred = order.rules(reading.rules()).excess() instanceof Excess.Defer;
            waiting.clear();
            for (Request request : round.left()) {
                if (deferred) {
                    waiting.add(request.deferred());
                } else {
                    reject(gridlet(request), seeks(gridlet(request)));
                }
            }
            now += ROUND;
        }
        return result();
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
        boolean seeks = seeks(gridlet);
        decided++;
        long wanted = seeks ? Math.max(now, gridlet.start()) : 0;
        Placement placement = seeks
                ? module.inAdvance(gridlet.work(), wanted, gridlet.resources())
                : module.immediately(gridlet.work(), gridlet.resources());
        if (placement == null) {
            reject(gridlet, seeks);
            return;
        }
        count(gridlet, seeks);
        Window window = placement.window();
        all.add(window.start());
        // A request in advance waits because it wants to: its wait says nothing of how its class is treated.
        (seeks ? inAdvance : waitsOf(gridlet.request().user())).add(window.start());
        offset += window.start() - wanted;
        actual.add(placement, 1 + reading.runTimeSpread() * gridlet.luck());
        busy += Math.max(0, Math.min(AhujaWorkload.DAY, window.end()) - window.start());
    }

    /** Whether the job seeks advance reservation: by its own draw, or as one of the given share at the head of the queue. */
    private boolean seeks(Gridlet gridlet) {
        return switch (reading.seeking()) {
            case EACH -> gridlet.seeksReservation(percent);
            case FIRST -> 100L * decided < (long) percent * workload.gridlets().size();
        };
    }

    private void count(Gridlet gridlet, boolean seeks) {
        seeking += seeks ? 1 : 0;
        work += gridlet.work().amount();
    }

    private void reject(Gridlet gridlet, boolean seeks) {
        count(gridlet, seeks);
        rejections++;
        rejectedWork += gridlet.work().amount();
    }

    private AhujaRun result() {
        int elements = AhujaWorkload.RESOURCES.stream().mapToInt(Pool::servers).sum();
        return new AhujaRun(
                rejectedWork / work,
                busy / ((double) elements * AhujaWorkload.DAY),
                all.mean() / HOUR,
                inAdvance.mean() / HOUR,
                offset / all.count / HOUR,
                actual.delays(AhujaWorkload.RESOURCES) / all.count / HOUR,
                rejections,
                seeking,
                IntStream.rangeClosed(1, Priority.LEVELS)
                        .mapToObj(this::ofPriority)
                        .toList());
    }

    private AhujaRun.PriorityClass ofPriority(int number) {
        List<Waits> users = workload.users().stream()
                .filter(user -> user.priority().level() == reading.priority(number))
                .map(User::name)
                .map(this::waitsOf)
                .filter(waits -> waits.count > 0)
                .toList();
        long longest = users.stream().mapToLong(waits -> waits.longest).max().orElse(0);
        double[] means = users.stream().mapToDouble(Waits::mean).toArray();
        return new AhujaRun.PriorityClass(Arrays.stream(means).average().orElse(0) / HOUR, longest / HOUR, jain(means));
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
