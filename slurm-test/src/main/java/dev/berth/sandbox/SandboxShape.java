package dev.berth.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Size and settings of a sandbox: a quarter of the nodes is of the kind {@code g}, as many are {@code m}, the rest
 * {@code c}.
 *
 * <ul>
 *   <li>{@code c1..}: 2 CPUs, 4 GB, features cpu,small,racka, partitions batch and all
 *   <li>{@code m1..}: 4 CPUs, 64 GB, features cpu,bigmem,racka, partitions batch and all
 *   <li>{@code g1..}: 8 CPUs, 16 GB, features gpu,rackb, partitions gpu and all
 *   <li>{@code f1..}: nodes without a slurmd, in the partition fake: reservable, never running jobs
 * </ul>
 *
 * @param nodes how many have a slurmd, at least 1
 * @param fake how many have none; they cost nothing, for tests of size
 * @param silence after this long without an answer a node is down; Slurm counts whole seconds
 * @param answer how long programs and daemons wait for each other's answer, in whole seconds
 * @param apart the node that gets a network of its own where the machine allows it, to be cut off; empty for none
 * @param cards of the type a100 that each node has, in name only; with any, all nodes are of the kind {@code g}, with two sockets of as many cores
 *     as there are cards and 8 GB for each card, and memory is counted as well
 * @param licences of the cluster, as slurm.conf writes them, such as {@code matlab:20}; empty for none
 * @param accounting whether it has slurmdbd, and with it accounts of users and cards that can be reserved; takes some seconds more
 * @param coresOfCards whether gres.conf says that half of the cards belong to the cores of each of two sockets
 */
public record SandboxShape(
        int nodes,
        int fake,
        Duration silence,
        Duration answer,
        Optional<String> apart,
        int cards,
        String licences,
        boolean accounting,
        boolean coresOfCards) {
    /** Long enough for a busy machine that tests something else. */
    private static final Duration PATIENT = Duration.ofMinutes(5);

    private static final Duration SHORTEST_ANSWER = Duration.ofSeconds(2);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    public SandboxShape {
        if (nodes < 1 || nodes > 1_000 || fake < 0 || fake > 60_000) {
            throw new IllegalArgumentException(
                    "A sandbox has 1 to 1000 nodes and at most 60000 fake ones, not %d and %d".formatted(nodes, fake));
        }
    }

    public static SandboxShape of(int nodes) {
        return new SandboxShape(nodes, 0, PATIENT, LONGEST_ANSWER, Optional.empty(), 0, "", false, false);
    }

    public SandboxShape withFake(int count) {
        return new SandboxShape(nodes, count, silence, answer, apart, cards, licences, accounting, coresOfCards);
    }

    public SandboxShape withSilence(Duration newSilence) {
        Duration shorter = newSilence.compareTo(answer) < 0 ? newSilence : answer;
        return new SandboxShape(
                nodes,
                fake,
                newSilence,
                atLeast(SHORTEST_ANSWER, shorter),
                apart,
                cards,
                licences,
                accounting,
                coresOfCards);
    }

    private static Duration atLeast(Duration least, Duration value) {
        return value.compareTo(least) < 0 ? least : value;
    }

    public SandboxShape withAnswer(Duration newAnswer) {
        return new SandboxShape(nodes, fake, silence, newAnswer, apart, cards, licences, accounting, coresOfCards);
    }

    /** With a node that {@link Sandbox#cutOff} can cut off. */
    public SandboxShape withApart(String node) {
        return new SandboxShape(
                nodes, fake, silence, answer, Optional.of(node), cards, licences, accounting, coresOfCards);
    }

    /** With cards in each node. */
    public SandboxShape withCards(int count) {
        return new SandboxShape(nodes, fake, silence, answer, apart, count, licences, accounting, coresOfCards);
    }

    public SandboxShape withLicences(String list) {
        return new SandboxShape(nodes, fake, silence, answer, apart, cards, list, accounting, coresOfCards);
    }

    public SandboxShape withAccounting() {
        return new SandboxShape(nodes, fake, silence, answer, apart, cards, licences, true, coresOfCards);
    }

    public SandboxShape withCoresOfCards() {
        return new SandboxShape(nodes, fake, silence, answer, apart, cards, licences, accounting, true);
    }

    int gpu() {
        return cards > 0 ? nodes : nodes < 2 ? 0 : Math.max(1, nodes / 4);
    }

    int memory() {
        return cards > 0 || nodes < 3 ? 0 : gpu();
    }

    int cpu() {
        return nodes - gpu() - memory();
    }

    /** The names of those with a slurmd. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        Stream.of(named("c", cpu()), named("m", memory()), named("g", gpu())).forEach(names::addAll);
        return List.copyOf(names);
    }

    private static List<String> named(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
    }
}
