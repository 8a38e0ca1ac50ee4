package dev.berth.bench;

import dev.berth.cli.demo.CastilloWorkload.Arrival;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Time per admission of all policies and of one TreeMap round, in turns within one run, so that a slow moment of the
 * machine hits all alike. Prints the medians and their ratio to FF-HU.
 *
 * <p>Arguments: the numbers of servers; without any 120 and 10000.
 */
public final class SideBySide {
    private static final String[] POLICIES = {"ff-hu", "ff-ha", "ff-ha-plus", "earliest", "level"};
    private static final int TURNS = 41;

    private final int servers;
    private final Map<String, double[]> nanos = new LinkedHashMap<>();
    private long sink;

    private SideBySide(int servers) {
        this.servers = servers;
    }

    public static void main(String[] args) {
        int[] sizes = args.length == 0
                ? new int[] {120, 10_000}
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        Map<Integer, Map<String, Double>> medians = new LinkedHashMap<>();
        for (int servers : sizes) {
            medians.put(servers, new SideBySide(servers).measure());
        }
        if (medians.containsKey(120) && medians.containsKey(10_000)) {
            System.out.println("growth from 120 to 10000 servers");
            medians.getOrDefault(120, Map.of())
                    .forEach((name, small) -> System.out.printf(
                            "  %-11s %6.1f times%n",
                            name, medians.getOrDefault(10_000, Map.of()).getOrDefault(name, Double.NaN) / small));
        }
    }

    private Map<String, Double> measure() {
        Map<String, SteadyState> states = new LinkedHashMap<>();
        for (String policy : POLICIES) {
            System.err.println("filling " + policy + " on " + servers + " servers");
            states.put(policy, SteadyState.of(policy, servers));
            nanos.put(policy, new double[TURNS]);
        }
        TreeMapRound yardstick = new TreeMapRound(
                states.get("ff-hu") == null ? 0 : states.get("ff-hu").size());
        nanos.put("treemap", new double[TURNS]);
        for (int turn = -TURNS; turn < TURNS; turn++) {
            for (Map.Entry<String, SteadyState> entry : states.entrySet()) {
                record(entry.getKey(), turn, admissions(entry.getValue(), batch(entry.getKey())));
            }
            record("treemap", turn, treeMap(yardstick));
        }
        return report(states);
    }

    private void record(String name, int turn, double measured) {
        double[] all = nanos.get(name);
        if (turn >= 0 && all != null) {
            all[turn] = measured;
        }
    }

    /** The lists are so slow on many servers that fewer admissions measure them as well. */
    private int batch(String policy) {
        return servers > 1_000 && (policy.equals("ff-hu") || policy.equals("ff-ha")) ? 100 : 4_000;
    }

    private double admissions(SteadyState state, int count) {
        List<Arrival> arrivals = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            arrivals.add(state.next());
        }
        long begin = System.nanoTime();
        for (Arrival arrival : arrivals) {
            sink += state.admit(arrival) == null ? 0 : 1;
        }
        return (double) (System.nanoTime() - begin) / count;
    }

    private double treeMap(TreeMapRound yardstick) {
        int count = 4_000;
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            sink += yardstick.round();
        }
        return (double) (System.nanoTime() - begin) / count;
    }

    private Map<String, Double> report(Map<String, SteadyState> states) {
        Map<String, Double> medians = new LinkedHashMap<>();
        nanos.forEach((name, all) -> {
            Arrays.sort(all);
            medians.put(name, all[TURNS / 2]);
        });
        double base = medians.getOrDefault("ff-hu", Double.NaN);
        System.out.printf("%d servers: median of %d turns, check %d%n", servers, TURNS, sink & 1);
        medians.forEach((name, median) -> System.out.printf(
                "  %-11s %10.2f us   1/%-7.1f of ff-hu   %s entries%n",
                name,
                median / 1000,
                base / median,
                states.containsKey(name) ? states.get(name).size() : "same"));
        return medians;
    }
}
