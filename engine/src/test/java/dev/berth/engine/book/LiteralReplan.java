package dev.berth.engine.book;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.admission.MovePlan;
import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * The rule of {@code replan} as one would write it down: reads the rosters for every decision, looks at every window, and
 * asks the calendar for a place wherever it wants to know whether there is one.
 */
public final class LiteralReplan implements AdmissionPolicy {
    private static final int WINDOWS = 8;
    private static final int MOVES = 14;
    private static final int MOST_LEAVING = 16;
    private static final int STUCK = 4;
    /** Stands for any server: the servers of the pool are counted, because placements do not name them. */
    private static final int ANY = -1;

    private final AdmissionContext context;
    private final Map<ReservationId, Boolean> rooms = new HashMap<>();
    private final Map<ReservationId, Reservation> moved = new LinkedHashMap<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private int moves;
    private boolean fewLeave;
    private long now;

    public LiteralReplan(AdmissionContext context) {
        this.context = context;
    }

    private record Way(List<Reservation> leaving, double cost) {}

    @Override
    public Admission admit(Attempt attempt) {
        Outcome direct = attempt.inFreePlace();
        if (!(direct instanceof Outcome.Unplaced unplaced) || !(unplaced.refusal() instanceof Refusal.NoCapacity)) {
            return direct;
        }
        now = attempt.now();
        rooms.clear();
        fewLeave = false;
        MovePlan plan = plan(attempt.job());
        if (plan == null) {
            fewLeave = true;
            plan = plan(attempt.job());
        }
        Admission planned = attempt.byPlan(plan);
        return planned != null ? planned : direct;
    }

    private MovePlan plan(Job job) {
        moves = 0;
        for (Way way : ways(job, rank(job)).stream().limit(WINDOWS).toList()) {
            PriorityQueue<Reservation> homeless = new PriorityQueue<>(
                    Comparator.comparingLong((Reservation r) -> rank(r.job())).thenComparing(Reservation::id));
            Placement placement = take(way, job, homeless);
            boolean all = placement != null && placeAll(homeless);
            List<Reservation> after = List.copyOf(moved.values());
            while (!undo.isEmpty()) {
                undo.pop().run();
            }
            moved.clear();
            if (all) {
                return new MovePlan(placement, after);
            }
            if (moves >= MOVES) {
                return null;
            }
        }
        return null;
    }

    private boolean placeAll(PriorityQueue<Reservation> homeless) {
        int most = MOVES - moves;
        for (int placed = 0; !homeless.isEmpty(); placed++) {
            if (placed + homeless.size() > most) {
                return false;
            }
            moves++;
            Reservation one = homeless.remove();
            Job job = one.movable(now);
            Placement found = book(context.placing().findCounted(job, now));
            if (found == null) {
                List<Way> ways = ways(job, rank(one.job()));
                found = ways.isEmpty() ? null : take(ways.getFirst(), job, homeless);
            }
            if (found == null) {
                return false;
            }
            moved.put(one.id(), one.withPlacement(found));
        }
        return true;
    }

    private Placement take(Way way, Job job, PriorityQueue<Reservation> homeless) {
        for (Reservation leaves : way.leaving) {
            context.calendar().release(leaves.placement());
            undo.push(() -> context.calendar().book(leaves.placement()));
            moved.put(leaves.id(), leaves);
            homeless.add(leaves);
        }
        return book(context.placing().findCounted(job, now));
    }

    private Placement book(Placement placement) {
        if (placement != null) {
            context.calendar().book(placement);
            undo.push(() -> context.calendar().release(placement));
        }
        return placement;
    }

    private long rank(Job job) {
        return Order.LFF.rank(0, job, Money.ZERO, now, 0);
    }

    private List<Way> ways(Job job, long rank) {
        List<Way> ways = new ArrayList<>();
        for (Roster roster : context.rosters().values()) {
            Pool pool = roster.pool();
            if (context.placing().eligible(job).test(pool.id())) {
                boolean named = context.calendar().namesServers();
                int most = named ? 1 : pool.servers();
                TreeSet<Integer> counts =
                        new TreeSet<>(List.of(job.shape().fewest(), job.shape().quickest(most)));
                counts.remove(0);
                for (int server = named ? 0 : ANY; server < (named ? pool.servers() : 0); server++) {
                    for (int count : job.shape().fewest() <= most ? counts : List.<Integer>of()) {
                        addWays(job, rank, count, roster, server, ways);
                    }
                }
            }
        }
        ways.sort(Comparator.comparingDouble(Way::cost));
        return ways;
    }

    private void addWays(Job job, long rank, int servers, Roster roster, int server, List<Way> ways) {
        long earliest = Math.max(job.ready(), now);
        long duration = job.shape().duration(servers, roster.pool().rate());
        if (earliest + duration > job.deadline()) {
            return;
        }
        List<Reservation> candidates = new ArrayList<>();
        for (Reservation r : roster.waiting()) {
            if (r.isWaiting()
                    && (server == ANY || r.placement().servers().contains(server))
                    && !moved.containsKey(r.id())
                    && r.window().end() > earliest
                    && r.window().start() < job.deadline()) {
                boolean hasRoom =
                        rooms.computeIfAbsent(r.id(), id -> context.placing().findCounted(r.movable(now), now) != null);
                if (hasRoom || rank(r.job()) > rank) {
                    candidates.add(r);
                }
            }
        }
        List<long[]> steps = steps(roster.pool().id(), server, earliest, job.deadline());
        TreeSet<Long> starts = new TreeSet<>(List.of(earliest));
        candidates.forEach(r -> starts.add(Math.max(earliest, r.window().start())));
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i)[1] >= servers && steps.get(i - 1)[1] < servers) {
                starts.add(steps.get(i)[0]);
            }
        }
        for (long start : starts.headSet(job.deadline() - duration, true)) {
            Way way = clear(candidates, steps, servers, start, start + duration);
            if (way != null) {
                ways.add(way);
            }
        }
    }

    /** Free servers of a pool, step by step; for a single server, one step for every unit of time. */
    private List<long[]> steps(PoolId pool, int server, long from, long to) {
        List<long[]> steps = new ArrayList<>();
        if (server == ANY) {
            context.calendar().freeServers(pool, from, to, (time, free) -> steps.add(new long[] {time, free}));
        } else {
            for (long time = from; time < to; time++) {
                Placement unit = new Placement(pool, 1, new Window(time, time + 1), ServerSet.of(server));
                steps.add(new long[] {time, context.calendar().isFree(unit) ? 1 : 0});
            }
        }
        return steps;
    }

    private Way clear(List<Reservation> candidates, List<long[]> steps, int servers, long start, long end) {
        List<Reservation> leaving = new ArrayList<>();
        TreeSet<Long> instants = new TreeSet<>(List.of(start));
        steps.forEach(step -> instants.add(Math.max(start, step[0])));
        candidates.forEach(r -> instants.add(Math.max(start, r.window().end())));
        double cost = 0;
        for (long instant : instants.headSet(end)) {
            while (free(steps, instant)
                            + leaving.stream()
                                    .filter(r -> r.window().end() > instant)
                                    .mapToInt(r -> r.placement().count())
                                    .sum()
                    < servers) {
                Reservation best = null;
                for (Reservation r : candidates) {
                    if (r.window().start() <= instant
                            && r.window().end() > instant
                            && !leaving.contains(r)
                            && (best == null || score(r, instant, end) < score(best, instant, end))) {
                        best = r;
                    }
                }
                if (best == null || leaving.size() == MOST_LEAVING) {
                    return null;
                }
                leaving.add(best);
                cost += cost(best);
            }
        }
        return new Way(leaving, cost);
    }

    private static long free(List<long[]> steps, long instant) {
        long free = 0;
        for (long[] step : steps) {
            free = step[0] <= instant ? step[1] : free;
        }
        return free;
    }

    private double cost(Reservation r) {
        double area = r.window().length() * (double) r.placement().count();
        return rooms.get(r.id()) ? area : STUCK * area;
    }

    private double score(Reservation r, long instant, long end) {
        long until = Math.min(end, r.window().end());
        return fewLeave ? (rooms.get(r.id()) ? 0 : 1L << 50) - until : cost(r) / (until - instant);
    }
}
