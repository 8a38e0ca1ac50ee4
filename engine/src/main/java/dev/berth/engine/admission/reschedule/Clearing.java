package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds windows that a job could have if a few waiting reservations left their places, the cheapest first. Each
 * {@linkplain Lanes lane} is looked at by itself: a pool, or a server where placements name them.
 *
 * <p>May leave: those that are more flexible than the job, and those that have another free place. A window begins at the
 * job's earliest start, where one of them starts, or where enough servers become free. Wherever in the window servers are
 * missing, the one leaves that costs least for the time it helps; or, so that few leave, the one that helps longest, one with
 * another free place before all others. Leaving costs the server time of its place, and
 * {@value #STUCK} times as much for one without another free place, because others will have to leave for it in turn.
 */
final class Clearing {
    /** The most that leave for one job: a plan that moves more nearly always fails. */
    static final int MOST = 16;

    static final int STUCK = 4;
    /** Later than the end of any window. */
    private static final double FAR = 1L << 50;
    /** Entries that are looked at in about the time of one step of an effort. */
    private static final int SEEN_AT_A_STEP = 8;
    /** To look for ways takes up to about this part of the effort, the same for each pool; the rest is for those that leave. */
    private static final int PARTS = 4;

    private final Calendar calendar;
    private final Placing placing;
    private final Map<PoolId, Roster> rosters;
    private final Lanes lanes;
    private long now;

    private final Steps steps = new Steps();
    private long[] starts = new long[64];
    /** Indexes of the reservations in a lane that may leave for the job, by start. */
    private int[] candidates = new int[64];

    private double[] costs = new double[64];
    private long[] latestEnds = new long[64];
    private boolean[] chosen = new boolean[64];
    private boolean[] stuck = new boolean[64];
    private boolean fewLeave;
    private final int[] leaving = new int[MOST];

    Clearing(AdmissionContext context) {
        this.calendar = context.calendar();
        this.placing = context.placing();
        this.rosters = context.rosters();
        this.lanes = new Lanes(calendar.namesServers());
    }

    /**
     * A window that can be cleared.
     *
     * @param leaving who leaves it, by the index in their lane
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared nor changed
    record Way(Lane lane, int[] leaving, double cost) {}

    /** A reservation waits in its place now. */
    void insert(Reservation reservation) {
        lanes.insert(reservation);
    }

    /** A reservation no longer waits in its place. */
    void remove(Reservation reservation) {
        lanes.remove(reservation);
    }

    /** Begins a decision. */
    void begin(long time) {
        now = time;
        lanes.begin();
    }

    /** The cheapest ways to clear a window for a job, up to a number of them. */
    List<Way> ways(Job job, long rank, int atMost) {
        List<Way> ways = new ArrayList<>(atMost);
        Predicate<PoolId> eligible = placing.eligible(job);
        int fewest = job.shape().fewest();
        for (Roster roster : rosters.values()) {
            Pool pool = roster.pool();
            if (!eligible.test(pool.id())) {
                continue;
            }
            long share = placing.effort().shareOf(PARTS * rosters.size());
            for (Lane lane : lanes.of(pool.id())) {
                int most = lane.servers(pool);
                if (fewest > most) {
                    break;
                }
                addWays(job, fewest, rank, pool, lane, atMost, ways);
                int quickest = job.shape().quickest(most);
                if (quickest > fewest) {
                    addWays(job, quickest, rank, pool, lane, atMost, ways);
                }
                if (placing.effort().spent() >= share) {
                    break;
                }
            }
        }
        return ways;
    }

    private void addWays(Job job, int servers, long rank, Pool pool, Lane lane, int atMost, List<Way> ways) {
        long earliest = Math.max(job.ready(), now);
        long duration = job.shape().duration(servers, pool.rate());
        long latest = job.deadline() - duration;
        if (latest < earliest) {
            return;
        }
        int count = collectCandidates(lane, earliest, job.deadline(), rank);
        if (count == 0) {
            placing.effort().spend(1);
            return;
        }
        steps.clear();
        lane.freeServers(calendar, earliest, job.deadline(), steps);
        placing.effort().spend(1 + (count + steps.size) / SEEN_AT_A_STEP);
        int begins = collectStarts(lane, count, servers, earliest, latest);
        long hopeless = -1;
        for (int i = 0; i < begins; i++) {
            if (starts[i] > hopeless && (i == 0 || starts[i] != starts[i - 1])) {
                double limit = ways.size() < atMost ? Double.POSITIVE_INFINITY : ways.getLast().cost;
                hopeless = clear(lane, count, servers, starts[i], starts[i] + duration, limit, atMost, ways);
            }
        }
    }

    private int collectCandidates(Lane lane, long earliest, long deadline, long rank) {
        int before = lane.startingBefore(deadline);
        int first = before;
        while (first > 0 && lane.lastsBeyond(first - 1, earliest)) {
            first--;
        }
        if (candidates.length < before - first) {
            candidates = new int[2 * (before - first)];
            costs = new double[candidates.length];
            latestEnds = new long[candidates.length];
            chosen = new boolean[candidates.length];
            stuck = new boolean[candidates.length];
        }
        int count = 0;
        for (int i = first; i < before; i++) {
            if (lane.end(i) > earliest && !lane.hasLeft(i)) {
                boolean hasRoom = lane.hasRoom(i, now, this::hasRoom);
                if (hasRoom || lane.rank(i) > rank) {
                    double area = (lane.end(i) - lane.start(i)) * (double) lane.count(i);
                    candidates[count] = i;
                    stuck[count] = !hasRoom;
                    costs[count] = hasRoom ? area : STUCK * area;
                    latestEnds[count] = count == 0 ? lane.end(i) : Math.max(latestEnds[count - 1], lane.end(i));
                    count++;
                }
            }
        }
        return count;
    }

    private boolean hasRoom(Reservation reservation) {
        Job job = reservation.movable(now);
        return job.shape().isMoldable()
                ? placing.findCounted(job, now) != null
                : calendar.hasRoom(Query.of(job, now, placing.eligible(job)));
    }

    private int collectStarts(Lane lane, int count, int servers, long earliest, long latest) {
        if (starts.length < 1 + count + steps.size) {
            starts = new long[2 * (1 + count + steps.size)];
        }
        int size = 0;
        starts[size++] = earliest;
        for (int i = 0; i < count && lane.start(candidates[i]) <= latest; i++) {
            if (lane.start(candidates[i]) > earliest) {
                starts[size++] = lane.start(candidates[i]);
            }
        }
        for (int i = 1; i < steps.size && steps.times[i] <= latest; i++) {
            if (steps.free[i] >= servers && steps.free[i - 1] < servers) {
                starts[size++] = steps.times[i];
            }
        }
        Arrays.sort(starts, 0, size);
        return size;
    }

    /**
     * Adds the way to clear one window if it costs less than the limit. Returns an instant at which too few can leave, which
     * rules out every window over it; -1 if there is none.
     */
    private long clear(
            Lane lane, int count, int servers, long start, long end, double limit, int atMost, List<Way> ways) {
        int size = 0;
        double cost = 0;
        long missing = -1;
        int step = steps.at(start);
        long instant = start;
        while (instant < end) {
            while (step + 1 < steps.size && steps.times[step + 1] <= instant) {
                step++;
            }
            int free = steps.free[step];
            long next = step + 1 < steps.size ? steps.times[step + 1] : end;
            for (int i = 0; i < size; i++) {
                int leaves = candidates[leaving[i]];
                if (lane.end(leaves) > instant) {
                    free += lane.count(leaves);
                    next = Math.min(next, lane.end(leaves));
                }
            }
            if (free >= servers) {
                instant = next;
                continue;
            }
            int best = size == MOST ? -1 : cheapest(lane, count, instant, end);
            if (best < 0) {
                missing = size == MOST ? -1 : instant;
                cost = Double.POSITIVE_INFINITY;
                break;
            }
            chosen[best] = true;
            leaving[size++] = best;
            cost += costs[best];
            if (cost >= limit) {
                break;
            }
        }
        for (int i = 0; i < size; i++) {
            chosen[leaving[i]] = false;
        }
        if (cost < limit) {
            add(lane, size, cost, atMost, ways);
        }
        return missing;
    }

    /** Chooses the rule for who leaves: as few as possible, or those that cost least for the time they help. */
    void letFewLeave(boolean few) {
        fewLeave = few;
    }

    /** Finds the candidate, of those that occupy servers at an instant, that should leave first; -1 if there is none. */
    private int cheapest(Lane lane, int count, long instant, long end) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lane.start(candidates[middle]) <= instant) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int best = -1;
        double least = 0;
        for (int i = low - 1; i >= 0 && latestEnds[i] > instant; i--) {
            long ends = lane.end(candidates[i]);
            if (ends > instant && !chosen[i]) {
                long until = Math.min(end, ends);
                double score = fewLeave ? (stuck[i] ? FAR : 0) - until : costs[i] / (until - instant);
                if (best < 0 || score <= least) {
                    best = i;
                    least = score;
                }
            }
        }
        return best;
    }

    private void add(Lane lane, int size, double cost, int atMost, List<Way> ways) {
        int[] indexes = new int[size];
        for (int i = 0; i < size; i++) {
            indexes[i] = candidates[leaving[i]];
        }
        if (ways.size() == atMost) {
            ways.removeLast();
        }
        int at = ways.size();
        while (at > 0 && ways.get(at - 1).cost > cost) {
            at--;
        }
        ways.add(at, new Way(lane, indexes, cost));
    }

    /** The free servers of a pool within a job's interval. */
    private static final class Steps implements Calendar.Steps {
        private long[] times = new long[64];
        private int[] free = new int[64];
        private int size;

        void clear() {
            size = 0;
        }

        @Override
        public void step(long from, int servers) {
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                free = Arrays.copyOf(free, 2 * size);
            }
            times[size] = from;
            free[size++] = servers;
        }

        /** The step that holds at a time. */
        int at(long time) {
            int at = Arrays.binarySearch(times, 0, size, time);
            return at < 0 ? Math.max(0, -at - 2) : at;
        }
    }
}
