package dev.berth.lab.bound;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jobs, the pools that each is eligible for, and the network that tells how much of them can be served. */
final class EligibleJobs {
    private static final int SOURCE = 0;
    private static final int SINK = 1;
    private static final int FIRST_JOB = 2;

    /** A job with a chance: it is served in its window, through the entries of the pools it is eligible for. */
    private record Demand(Window window, int servers, long work, List<RateLayers.Entry> entries) {}

    private final List<Pool> pools;
    private final RateLayers layers;
    private final Map<BitSet, List<RateLayers.Entry>> entries = new HashMap<>();
    private final List<Demand> demands = new ArrayList<>();
    private double asked;
    private double impossible;

    EligibleJobs(List<Pool> pools, List<Arrival> arrivals) {
        this.pools = pools;
        this.layers = new RateLayers(pools);
        arrivals.forEach(this::add);
        // The network tries first what is added last: so the earliest deadline first, which leaves little to mend.
        demands.sort(
                Comparator.comparingLong((Demand demand) -> demand.window.end()).reversed());
    }

    private void add(Arrival arrival) {
        Job job = arrival.job();
        if (!(job.shape() instanceof Shape.Rigid rigid)) {
            throw new BadValue("shape", job.shape(), "must be of a fixed number of servers and work");
        }
        long work =
                Math.multiplyExact(Math.multiplyExact(rigid.each().amount(), rigid.servers()), layers.unitsOfWork());
        asked += work;
        long start = Math.max(arrival.submit(), job.ready());
        BitSet eligible = eligible(job, start);
        if (eligible.isEmpty()) {
            impossible += work;
        } else {
            demands.add(new Demand(
                    new Window(start, job.deadline()),
                    rigid.servers(),
                    work,
                    entries.computeIfAbsent(eligible, layers::entries)));
        }
    }

    private BitSet eligible(Job job, long start) {
        BitSet eligible = new BitSet();
        for (int i = 0; i < pools.size(); i++) {
            Pool pool = pools.get(i);
            eligible.set(
                    i,
                    job.requirements().match(pool)
                            && job.servers() <= pool.servers()
                            && job.shape().duration(job.servers(), pool.rate()) <= job.deadline() - start);
        }
        return eligible;
    }

    List<Window> windows() {
        return demands.stream().map(Demand::window).toList();
    }

    OfflineBound bound(Intervals intervals) {
        FlowNetwork network =
                new FlowNetwork(FIRST_JOB + demands.size() + intervals.count() * layers.nodes(), edges(intervals));
        int[] fromSource = new int[demands.size()];
        for (int i = 0; i < fromSource.length; i++) {
            fromSource[i] = network.add(SOURCE, FIRST_JOB + i, demands.get(i).work);
            connect(network, i, intervals);
        }
        for (int interval = 0; interval < intervals.count(); interval++) {
            for (RateLayers.Inner edge : layers.inner()) {
                network.add(
                        node(interval, edge.from()),
                        edge.to() == RateLayers.SINK ? SINK : node(interval, edge.to()),
                        RateLayers.capacity(edge, intervals.length(interval)));
            }
        }
        network.maximise(SOURCE, SINK);
        double rejected = 0;
        for (int i = 0; i < fromSource.length; i++) {
            rejected += demands.get(i).work - network.flow(fromSource[i]);
        }
        double work = layers.unitsOfWork();
        return new OfflineBound(asked / work, impossible / work, rejected / work);
    }

    private int node(int interval, int node) {
        return FIRST_JOB + demands.size() + interval * layers.nodes() + node;
    }

    private int edges(Intervals intervals) {
        long edges = (long) intervals.count() * layers.inner().size();
        for (Demand demand : demands) {
            edges += 1 + (long) intervals.count(demand.window) * demand.entries.size();
        }
        return Math.toIntExact(edges);
    }

    private void connect(FlowNetwork network, int job, Intervals intervals) {
        Demand demand = demands.get(job);
        for (int i = intervals.count(demand.window) - 1; i >= 0; i--) {
            int interval = intervals.at(demand.window.start()) + i;
            long time = intervals.overlap(interval, demand.window);
            for (RateLayers.Entry entry : demand.entries) {
                network.add(
                        FIRST_JOB + job,
                        node(interval, entry.node()),
                        Math.multiplyExact(demand.servers * entry.perServer(), time));
            }
        }
    }
}
