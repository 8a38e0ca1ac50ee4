package dev.berth.cli.run.fence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A delegated group of cgroup v2 for a test, and a group below it in which a process of the test would be. Linux has made it where cgroup v2 has
 * the controller of memory and the test may make groups; elsewhere it is a directory with the same files, which enforces nothing.
 *
 * @param isReal whether Linux has made it
 * @param root where cgroup v2 is mounted
 * @param above the delegated group
 * @param here the group below it
 */
record DelegatedTree(boolean isReal, Path root, Path above, Path here) implements AutoCloseable {
    private static final String HANDED = "cgroup.subtree_control";
    private static final String PROCESSES = GroupDirectory.PROCESSES;

    /** One that hands these controllers down, as far as there are any. */
    static DelegatedTree handing(Path work, String... controllers) throws IOException {
        Optional<Path> real = realRoot();
        DelegatedTree tree = real.isPresent() ? made(real.get()) : inDirectory(work);
        if (tree.isReal()) {
            for (String each : controllers) {
                Files.writeString(tree.above().resolve(HANDED), "+" + each);
            }
        } else {
            Files.writeString(tree.above().resolve(HANDED), String.join(" ", controllers) + "\n");
        }
        return tree;
    }

    private static Optional<Path> realRoot() throws IOException {
        Optional<Path> root = Hierarchies.ofThisProcess().unifiedRoot();
        if (root.isEmpty() || !Files.isWritable(root.get().resolve(PROCESSES))) {
            return Optional.empty();
        }
        GroupDirectory group = new GroupDirectory(root.get());
        for (String each : List.of("memory", "cpu", "pids")) {
            if (!group.words(HANDED).contains(each)) {
                try {
                    Files.writeString(root.get().resolve(HANDED), "+" + each);
                } catch (IOException e) {
                    // It is one of cgroup v1, or the group above does not hand it down.
                }
            }
        }
        return root.filter(each -> group.words(HANDED).contains("memory"));
    }

    private static DelegatedTree made(Path root) throws IOException {
        Path above = Files.createDirectory(root.resolve("berth-test-" + UUID.randomUUID()));
        return new DelegatedTree(true, root, above, Files.createDirectory(above.resolve("here")));
    }

    private static DelegatedTree inDirectory(Path work) throws IOException {
        Path root = work.resolve("cgroup");
        Path above = Files.createDirectories(root.resolve("delegated"));
        Path here = Files.createDirectories(above.resolve("here"));
        for (Path each : List.of(root, above, here)) {
            Files.writeString(each.resolve(HANDED), "\n");
        }
        return new DelegatedTree(false, root, above, here);
    }

    /** Lines that a process in the lower group reads about itself. */
    Hierarchies seenFromHere() {
        return seenFrom("/" + root.relativize(here));
    }

    /** Lines that a process in the root reads about itself. */
    Hierarchies seenFromTheRoot() {
        return seenFrom("/");
    }

    private Hierarchies seenFrom(String group) {
        return new Hierarchies(
                "30 24 0:26 / %s rw,nosuid - cgroup2 cgroup2 rw\n".formatted(root), "0::" + group + "\n");
    }

    /** Controllers that the delegated group can hand down. */
    List<String> controllers() {
        return isReal ? new GroupDirectory(above).words("cgroup.controllers") : List.of("memory", "cpu", "pids");
    }

    /** Names of the groups below the delegated one that were made for commands. */
    List<String> commands() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> all = Files.list(above)) {
            all.filter(each -> Files.isDirectory(each) && !each.equals(here))
                    .forEach(each -> names.add(each.getFileName().toString()));
        }
        return names;
    }

    /** Lets a command of a fence take too much memory, or writes down that Linux has killed it where there is no Linux that does. */
    int overdraw(Fence fence, List<String> hog) throws IOException, InterruptedException {
        if (isReal) {
            return new ProcessBuilder(fence.entering(hog)).inheritIO().start().waitFor();
        }
        Files.writeString(
                fence.directories().getFirst().resolve("memory.events"),
                "low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\noom_group_kill 0\n");
        return 128 + 9;
    }

    /** Deletes what Linux does not let anybody delete, and takes away with the group. */
    void emptied(Path group) throws IOException {
        if (!isReal) {
            try (Stream<Path> files = Files.list(group)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Override
    public void close() {
        if (isReal) {
            new GroupDirectory(above).remove();
        }
    }
}
