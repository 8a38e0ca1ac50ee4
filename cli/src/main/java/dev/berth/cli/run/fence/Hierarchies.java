package dev.berth.cli.run.fence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Control groups that this process is in.
 *
 * @param mounts lines of {@code /proc/self/mountinfo}
 * @param groups lines of {@code /proc/self/cgroup}
 */
record Hierarchies(String mounts, String groups) {
    private static final int ROOT = 3;
    private static final int POINT = 4;

    static Hierarchies ofThisProcess() throws IOException {
        return new Hierarchies(
                Files.readString(Path.of("/proc/self/mountinfo")), Files.readString(Path.of("/proc/self/cgroup")));
    }

    /** Its group for a controller of cgroup v1; empty if the controller is not one of v1 here. */
    Optional<GroupDirectory> legacy(String controller) {
        Optional<String> group = groups.lines()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3
                        && Arrays.asList(parts[1].split(",", -1)).contains(controller))
                .map(parts -> parts[2])
                .findFirst();
        return group.flatMap(own -> mounted(" - cgroup ", options -> options.contains(controller), own));
    }

    /** Its group of cgroup v2. */
    Optional<GroupDirectory> unified() {
        return groups.lines()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::".length()))
                .findFirst()
                .flatMap(own -> mounted(" - cgroup2 ", options -> true, own));
    }

    /** Where cgroup v2 is mounted, whole. */
    Optional<Path> unifiedRoot() {
        return mounted(" - cgroup2 ", options -> true, "/").map(GroupDirectory::path);
    }

    private Optional<GroupDirectory> mounted(String type, Predicate<List<String>> isIt, String own) {
        return mounts.lines()
                .filter(line -> line.contains(type))
                .filter(line -> isIt.test(
                        Arrays.asList(line.substring(line.lastIndexOf(' ') + 1).split(",", -1))))
                .flatMap(line -> below(line.split(" ", -1), own))
                .findFirst();
    }

    /** A container may see only a part of the hierarchy. */
    private static Stream<GroupDirectory> below(String[] fields, String own) {
        Path root = Path.of(fields[ROOT]);
        Path group = Path.of(own);
        return group.startsWith(root)
                ? Stream.of(new GroupDirectory(
                        Path.of(fields[POINT]).resolve(root.relativize(group)).normalize()))
                : Stream.empty();
    }
}
