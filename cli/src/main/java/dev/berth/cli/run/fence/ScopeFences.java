package dev.berth.cli.run.fence;

import dev.berth.cli.run.fence.HostLimits.Limit;
import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fences by scopes of systemd, which alone may change the groups of cgroup v2 where it runs.
 *
 * @param scope the words that, with {@code --} before a command, let systemd give it a scope
 */
record ScopeFences(Hierarchies own, List<String> scope) implements Fences {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 64_000;

    /** Prints its group and what systemd has set there: it may take a property that it has no right to set, and do nothing. */
    private static final String PROBE = """
            group=$(sed -n 's/^0:://p' /proc/self/cgroup)
            echo "$group"
            for file in memory.max cpu.max pids.max; do
                echo "$file $(cat "$0$group/$file" 2>/dev/null)"
            done
            """;

    /**
     * A scope vanishes with its last process, and with it how many were killed for memory. So one process stays until that was read: an orphan,
     * which the command does not wait for.
     */
    private static final String KEEP = "(exec sleep 2147483647 </dev/null >/dev/null 2>&1 &); exec \"$@\"";

    @Override
    public Fence make(String mark, HostLimits limits) throws IOException {
        Optional<Path> root = own.unifiedRoot();
        if (root.isEmpty()) {
            return Fence.missing(limits, "Linux has no control groups of version 2 here");
        }
        String unit = "berth-limits-" + mark;
        String probe = unit + "-probe.scope";
        List<String> asked = new ArrayList<>(start(probe, limits));
        asked.addAll(List.of("sh", "-c", PROBE, root.get().toString()));
        Ending ending = Program.of(asked).run(PATIENCE, MOST_BYTES);
        if (!(ending instanceof Ending.Exited exited) || !exited.isGood()) {
            return Fence.missing(limits, "systemd-run gives no scope: " + reason(ending));
        }
        List<String> lines = exited.out().lines().toList();
        if (lines.isEmpty() || !lines.getFirst().endsWith("/" + probe)) {
            return Fence.missing(limits, "systemd-run has started a process outside its scope");
        }
        List<Limit> held = new ArrayList<>();
        List<Fence.Missing> missing = new ArrayList<>();
        for (Limit each : limits.all()) {
            if (lines.contains(expected(each))) {
                held.add(each);
            } else {
                missing.add(new Fence.Missing(
                        each, "systemd does not hand the controller down to the scopes of this user"));
            }
        }
        GroupDirectory group = new GroupDirectory(
                root.get().resolve(lines.getFirst().substring(1)).resolveSibling(unit + ".scope"));
        List<String> entry = new ArrayList<>(start(unit + ".scope", limits));
        entry.addAll(List.of("sh", "-c", KEEP, "berth-limits"));
        return new Fence(List.of(group), Optional.of(group), entry, held, missing);
    }

    private List<String> start(String unit, HostLimits limits) {
        List<String> words = new ArrayList<>(scope);
        words.add("--unit=" + unit);
        words.add("--description=Berth, a command of berth run");
        limits.all().forEach(each -> words.addAll(properties(each)));
        words.add("--");
        return words;
    }

    private static List<String> properties(Limit limit) {
        return switch (limit.kind()) {
            case MEMORY -> List.of("--property=MemoryMax=" + limit.bytes(), "--property=MemorySwapMax=0");
            case CORES -> List.of("--property=CPUQuota=" + limit.amount() * 100 + "%");
            case PROCESSES -> List.of("--property=TasksMax=" + limit.amount());
        };
    }

    private static String expected(Limit limit) {
        return switch (limit.kind()) {
            case MEMORY -> "memory.max " + limit.bytes();
            case CORES -> "cpu.max %d %d".formatted(limit.quota(), Limit.PERIOD);
            case PROCESSES -> "pids.max " + limit.amount();
        };
    }

    private static String reason(Ending ending) {
        return switch (ending) {
            case Ending.Exited exited ->
                exited.err().isBlank()
                        ? "exit code " + exited.code()
                        : exited.err().strip();
            case Ending.Failed failed -> String.valueOf(failed.cause().getMessage());
            case Ending.Late ignored -> "it does not answer";
            case Ending.TooMuch ignored -> "it prints more than is read";
            case Ending.Interrupted ignored -> "Berth is being stopped";
        };
    }
}
