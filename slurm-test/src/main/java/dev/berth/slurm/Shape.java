package dev.berth.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a sandbox consists of: a quarter of the nodes is of the kind {@code g}, as many are {@code m}, the rest {@code c}.
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
 */
public record Shape(int nodes, int fake, Duration silence) {
    /** Long enough for a busy machine that tests something else. */
    private static final Duration PATIENT = Duration.ofMinutes(5);

    public Shape {
        if (nodes < 1 || nodes > 1_000 || fake < 0 || fake > 60_000) {
            throw new IllegalArgumentException(
                    "A sandbox has 1 to 1000 nodes and at most 60000 fake ones, not %d and %d".formatted(nodes, fake));
        }
    }

    public static Shape of(int nodes) {
        return new Shape(nodes, 0, PATIENT);
    }

    public Shape withFake(int count) {
        return new Shape(nodes, count, silence);
    }

    public Shape withSilence(Duration newSilence) {
        return new Shape(nodes, fake, newSilence);
    }

    int gpu() {
        return nodes < 2 ? 0 : Math.max(1, nodes / 4);
    }

    int memory() {
        return nodes < 3 ? 0 : gpu();
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
