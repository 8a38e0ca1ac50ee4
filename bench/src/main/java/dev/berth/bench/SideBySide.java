package dev.berth.bench;

import dev.berth.lab.workload.Arrival;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Processor time per admission of the policies and of one TreeMap round at the same size, on few and on many servers, all in
 * turns within one run, so that a slow moment of the machine hits all alike. Prints medians, their ratio to FF-HU and in TreeMap
 * rounds, and how much each grows with the servers.
 *
 * <p>Arguments: the numbers of servers; without any 120 and 10000. Then the policies to compare with FF-HU; without any all.
 */
public final class SideBySide {
    private static final String BASE = "ff-hu";
    private static final String ROUND = "treemap";
    private static final List<String> OTHERS = List.of("ff-ha-plus", "earliest", "level");
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
        List<String> policies = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (String arg : args) {
            if (Character.isDigit(arg.charAt(0))) {
                sizes.add(Integer.valueOf(arg));
            } else {
                policies.add(arg);
            }
        }
        new SideBySide()
                .measure(sizes.isEmpty() ? List.of(120, 10_000) : sizes, policies.isEmpty() ? OTHERS : policies);
    }

    private void measure(List<Integer> sizes, List<String> others) {
        List<String> policies = new ArrayList<>(others);
        policies.addFirst(BASE);
        List<Contender> contenders = new ArrayList<>();
        for (int servers : sizes) {
            for (String policy : policies) {
                System.err.println("filling " + policy + " on " + servers + " servers");
                SteadyState state = SteadyState.of(policy, servers);
                int batch = servers > 1_000 && policy.equals(BASE) ? LIST_BATCH : BATCH;
                contenders.add(new Contender(
                        policy, servers, state.size(), batch, n -> admissions(state, n), new ArrayList<>()));
            }
            long entries = contenders.get(contenders.size() - policies.size()).entries();
            TreeMapRound yardstick = new TreeMapRound(entries);
            contenders.add(new Contender(ROUND, servers, entries, BATCH, n -> rounds(yardstick, n), new ArrayList<>()));
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
        long begin = processorTime();
        for (Arrival arrival : arrivals) {
            sink += state.admit(arrival) == null ? 0 : 1;
        }
        return (double) (processorTime() - begin) / count;
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private double rounds(TreeMapRound treeMap, int count) {
        long begin = processorTime();
        for (int i = 0; i < count; i++) {
            sink += treeMap.round();
        }
        return (double) (processorTime() - begin) / count;
    }

    private static void report(Contender contender, List<Contender> all) {
        double base = median(all, BASE, contender.servers());
        double round = median(all, ROUND, contender.servers());
        int fewest = all.stream()
                .min(Comparator.comparingInt(Contender::servers))
                .orElseThrow()
                .servers();
        System.out.printf(
                "%6d servers  %-11s %8.2f us   1/%-6.1f of ff-hu   %5.2f rounds   %5.1f times that of %d servers   %d entries%n",
                contender.servers(),
                contender.name(),
                contender.median() / 1000,
                base / contender.median(),
                contender.median() / round,
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
