package dev.berth.engine.model;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How many servers a job takes and how long it takes on them (netto 2.2: R_min, R_max and the moldability function). All
 * servers are of one pool and taken for the whole duration; the scheduler picks their number.
 */
public sealed interface Shape {
    /** R_min. */
    int fewest();

    /** R_max. */
    int most();

    /** Work of each server if the job runs on this many. */
    Work work(int servers);

    /** Whether there is a choice of servers. */
    default boolean isMoldable() {
        return fewest() != most();
    }

    /** Whether the job can run on exactly this many servers. */
    default boolean takes(int servers) {
        return servers >= fewest() && servers <= most();
    }

    /** The numbers of servers it can run on, in the order in which they are tried: least server time first. */
    default IntStream counts() {
        return IntStream.rangeClosed(fewest(), most());
    }

    /** Number of servers up to this one with which the job is done soonest; 0 if it needs more. */
    default int quickest(int atMost) {
        return atMost < fewest() ? 0 : Math.min(atMost, most());
    }

    /** How long this many servers of this rate are taken. */
    default long duration(int servers, Rate rate) {
        return rate.duration(work(servers));
    }

    private static void check(int servers) {
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + Pool.MOST_SERVERS);
        }
    }

    /** This many servers, no more and no fewer. */
    record Rigid(int servers, Work each) implements Shape {
        public Rigid {
            check(servers);
        }

        @Override
        public int fewest() {
            return servers;
        }

        @Override
        public int most() {
            return servers;
        }

        @Override
        public Work work(int count) {
            return each;
        }
    }

    /** This many servers for a length of time, whatever their rate: a session, a course, an instrument. */
    record Stay(int servers, long length) implements Shape {
        public Stay {
            check(servers);
            new Work(length);
        }

        @Override
        public int fewest() {
            return servers;
        }

        @Override
        public int most() {
            return servers;
        }

        @Override
        public Work work(int count) {
            return new Work(length);
        }

        @Override
        public long duration(int count, Rate rate) {
            return length;
        }
    }

    /** Moldable by a table: for each number of servers it can run on, what each of them has to do. */
    record Table(NavigableMap<Integer, Work> byServers) implements Shape {
        public Table {
            if (byServers.isEmpty()) {
                throw new BadValue("servers", byServers, "must name at least one number of servers");
            }
            byServers = Collections.unmodifiableNavigableMap(new TreeMap<>(byServers));
            byServers.keySet().forEach(Shape::check);
        }

        @Override
        public int fewest() {
            return byServers.firstKey();
        }

        @Override
        public int most() {
            return byServers.lastKey();
        }

        @Override
        public boolean takes(int servers) {
            return byServers.containsKey(servers);
        }

        @Override
        public IntStream counts() {
            return byServers.entrySet().stream()
                    .sorted(Comparator.comparingLong(
                            entry -> entry.getKey() * entry.getValue().amount()))
                    .mapToInt(Map.Entry::getKey);
        }

        @Override
        public int quickest(int atMost) {
            int best = 0;
            for (Map.Entry<Integer, Work> entry :
                    byServers.headMap(atMost, true).entrySet()) {
                best = best == 0 || entry.getValue().amount() < work(best).amount() ? entry.getKey() : best;
            }
            return best;
        }

        @Override
        public Work work(int servers) {
            Work work = byServers.get(servers);
            if (work == null) {
                throw new IllegalArgumentException("runs on " + byServers.keySet() + " servers, not on " + servers);
            }
            return work;
        }
    }

    /**
     * Moldable by Amdahl's law: a part of the work is serial, the rest divides evenly, rounded up.
     *
     * @param alone what a single server would have to do
     * @param serial the part that does not divide, in millionths
     */
    record Divisible(int fewest, int most, Work alone, int serial) implements Shape {
        private static final int ONE = 1_000_000;

        public Divisible {
            check(fewest);
            check(most);
            if (most < fewest) {
                throw new BadValue("servers", fewest + ".." + most, "must not be above the most");
            }
            if (serial < 0 || serial > ONE) {
                throw new BadValue("serial", serial, "must be from 0 to 1000000 millionths");
            }
        }

        @Override
        public Work work(int servers) {
            long stays = Math.ceilDiv(alone.amount() * serial, ONE);
            return new Work(Math.max(1, stays + Math.ceilDiv(alone.amount() - stays, servers)));
        }
    }
}
