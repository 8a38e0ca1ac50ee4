package dev.berth.lab.bound;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A site in one interval of time, as a piece of network that has nodes of its own and leads to the sink.
 *
 * <p>Rates are cut into layers, from 0 to the slowest rate, from there to the next, and so on; a server is in all layers
 * up to its rate. For rates 0.2, 0.8 and 1 with one server each:
 *
 * <pre>
 *   layer 3  0.8 to 1    |           |           | fast 0.2 |
 *   layer 2  0.2 to 0.8  |           | middle 0.6| fast 0.6 |
 *   layer 1  0 to 0.2    | slow 0.2  | middle 0.2| fast 0.2 |
 * </pre>
 *
 * <p>Each box is a node with an edge to the sink, of the capacity that its servers have in that layer. A job that may run
 * in several pools of a layer has an edge to a node for this set of pools, which leads to their boxes without a limit.
 */
final class RateLayers {
    /** Where a job's work goes in, and what a server does there in a unit of time. */
    record Entry(int node, long perServer) {}

    /** @param capacity in a unit of time */
    record Inner(int from, int to, long capacity) {}

    static final int SINK = -1;

    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final int ONE = Rate.FULL.millionths();

    private record Slice(int layer, BitSet pools) {}

    private final List<Pool> pools;
    private final int[] rates;
    private final long unit;
    private final Map<Slice, Integer> nodes = new HashMap<>();
    private final List<Inner> inner = new ArrayList<>();

    RateLayers(List<Pool> pools) {
        this.pools = pools;
        this.rates = pools.stream()
                .mapToInt(pool -> pool.rate().millionths())
                .sorted()
                .distinct()
                .toArray();
        BigInteger common = BigInteger.valueOf(ONE);
        for (int rate : rates) {
            common = common.gcd(BigInteger.valueOf(rate));
        }
        this.unit = common.longValueExact();
    }

    /** How many of the units, in which capacities are whole numbers, a unit of work has. */
    long unitsOfWork() {
        return ONE / unit;
    }

    /** Where the work of jobs goes in that may run in these pools; one for each layer that the pools reach. */
    List<Entry> entries(BitSet eligible) {
        List<Entry> entries = new ArrayList<>();
        for (int layer = 0; layer < rates.length; layer++) {
            BitSet fast = new BitSet();
            for (int pool = 0; pool < pools.size(); pool++) {
                fast.set(pool, eligible.get(pool) && pools.get(pool).rate().millionths() >= rates[layer]);
            }
            if (!fast.isEmpty()) {
                entries.add(new Entry(node(new Slice(layer, fast)), step(layer)));
            }
        }
        return entries;
    }

    private long step(int layer) {
        return (rates[layer] - (layer == 0 ? 0 : rates[layer - 1])) / unit;
    }

    private int node(Slice slice) {
        Integer known = nodes.get(slice);
        if (known != null) {
            return known;
        }
        int node = nodes.size();
        nodes.put(slice, node);
        if (slice.pools.cardinality() == 1) {
            int servers = pools.get(slice.pools.nextSetBit(0)).servers();
            inner.add(new Inner(node, SINK, Math.multiplyExact(servers, step(slice.layer))));
        } else {
            for (int pool = slice.pools.nextSetBit(0); pool >= 0; pool = slice.pools.nextSetBit(pool + 1)) {
                BitSet alone = new BitSet();
                alone.set(pool);
                inner.add(new Inner(node, node(new Slice(slice.layer, alone)), UNLIMITED));
            }
        }
        return node;
    }

    /** How many nodes an interval has, for the jobs that were asked about. */
    int nodes() {
        return nodes.size();
    }

    /** The edges in an interval, for the jobs that were asked about. */
    List<Inner> inner() {
        return inner;
    }

    /** Capacity of an edge in an interval of this length. */
    static long capacity(Inner edge, long length) {
        return edge.capacity == UNLIMITED ? UNLIMITED : Math.multiplyExact(edge.capacity, length);
    }
}
