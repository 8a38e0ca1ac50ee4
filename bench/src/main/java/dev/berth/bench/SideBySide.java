package dev.berth.bench;

import dev.berth.lab.workload.Arrival;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Time per admission of the policies and of one TreeMap round at the same size, on few and on many servers, all in turns
 * within one run, so that a slow moment of the machine hits all alike. Prints medians, their ratio to FF-HU, and how
 * much each grows with the servers.
 *
 * <p>Arguments: the numbers of servers; without any 120 and 10000.
 */
public final class SideBySide {
    private static final List<String> POLICIES = List.of("ff-hu", "ff-ha-plus", "earliest", "level");
    private static final int TURNS = 41;
    private static final int BATCH = 4_000;
    /** A list is so slow on many servers that fewer admissions measure it as well. */
    private static final int LIST_BATCH = 100;

    private long sink;

    /** Something timed: a turn of it returns nanoseconds per operation. */
    private record Contender(
            String name, int servers, long entries, int batch, IntToDoubleFunction turn, List<Double> nanos) {
        double median() {
            return nanos.stream().sorted().toList().get(nanos.size() / 2);
        }
    }

    public static void main(String[] args) {
        int[] sizes = args.length == 0
                ? new int[] {120, 10_000}
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        new SideBySide().measure(sizes);
    }

    private void measure(int[] sizes) {
        List<Contender> contenders = new ArrayList<>();
        for (int servers : sizes) {
            for (String policy : POLICIES) {
                System.err.println("filling " + policy + " on " + servers + " servers");
                SteadyState state = SteadyState.of(policy, servers);
                int batch = servers > 1_000 && policy.equals("ff-hu") ? LIST_BATCH : BATCH;
                contenders.add(new Contender(
                        policy, servers, state.size(), batch, n -> admissions(state, n), new ArrayList<>()));
            }
            long entries = contenders.get(contenders.size() - POLICIES.size()).entries();
            TreeMapRound yardstick = new TreeMapRound(entries);
            contenders.add(
                    new Contender("treemap", servers, entries, BATCH, n -> rounds(yardstick, n), new ArrayList<>()));
        }
        for (int turn = -TURNS; turn < TURNS; turn++) {
            for (Contender contender : contenders) {
                double nanos = contender.turn().applyAsDouble(contender.batch());
                if (turn >= 0) {
                    contender.nanos().add(nanos);
                }
            }
        }
        contenders.forEach(contender -> report(contender, contenders));
        System.out.println("(medians of " + TURNS + " turns; " + (sink & 1) + ")");
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

    private double rounds(TreeMapRound treeMap, int count) {
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            sink += treeMap.round();
        }
        return (double) (System.nanoTime() - begin) / count;
    }

    private static void report(Contender contender, List<Contender> all) {
        double base = median(all, "ff-hu", contender.servers());
        int fewest = all.stream()
                .min(Comparator.comparingInt(Contender::servers))
                .orElseThrow()
                .servers();
        System.out.printf(
                "%6d servers  %-11s %8.2f us   1/%-6.1f of ff-hu   %5.1f times that of %d servers   %d entries%n",
                contender.servers(),
                contender.name(),
                contender.median() / 1000,
                base / contender.median(),
                contender.median() / median(all, contender.name(), fewest),
                fewest,
                contender.entries());
    }

    private static double median(List<Contender> all, String name, int servers) {
        return all.stream()
                .filter(c -> c.name().equals(name) && c.servers() == servers)
                .findFirst()
                .orElseThrow()
                .median();
    }
}
