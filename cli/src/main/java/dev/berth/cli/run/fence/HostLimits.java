package dev.berth.cli.run.fence;

import dev.berth.words.PartWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Amounts of this machine that a command may use; 0 is no limit.
 *
 * @param memory in MiB
 * @param processes with their threads: a command that starts more and more of them would take them from everybody
 */
public record HostLimits(long memory, long cores, long processes) {
    /** A whole server: nobody else is on it. */
    public static final HostLimits NONE = new HostLimits(0, 0, 0);

    private static final String CORES = "cores";
    private static final long LEAST_PROCESSES = 1_024;
    /** A command has at most one part in so many of the processes of the machine. */
    private static final long PART = 4;

    /** Limits of a job that has these parts of the machine; none if it has neither memory nor cores. */
    public static HostLimits ofParts(Map<String, Long> parts) {
        long memory = parts.getOrDefault(PartWords.MEMORY, 0L);
        long cores = parts.getOrDefault(CORES, 0L);
        return memory == 0 && cores == 0 ? NONE : new HostLimits(memory, cores, processes(Path.of("/proc/sys/kernel")));
    }

    static long processes(Path kernel) {
        long most = Math.min(number(kernel.resolve("pid_max")), number(kernel.resolve("threads-max")));
        return Math.max(LEAST_PROCESSES, most / PART);
    }

    private static long number(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            return LEAST_PROCESSES;
        }
    }

    boolean isNothing() {
        return memory == 0 && cores == 0 && processes == 0;
    }

    /** Limits that are set. */
    List<Limit> all() {
        List<Limit> all = new ArrayList<>();
        if (memory > 0) {
            all.add(new Limit(Limit.Kind.MEMORY, memory));
        }
        if (cores > 0) {
            all.add(new Limit(Limit.Kind.CORES, cores));
        }
        if (processes > 0) {
            all.add(new Limit(Limit.Kind.PROCESSES, processes));
        }
        return all;
    }

    /**
     * One of them.
     *
     * @param amount memory in MiB
     */
    record Limit(Kind kind, long amount) {
        enum Kind {
            MEMORY,
            CORES,
            PROCESSES
        }

        /** Such as {@code 64 GiB of memory}, {@code 16 cores}. */
        String words() {
            return switch (kind) {
                case MEMORY -> PartWords.counted(PartWords.MEMORY, amount);
                case CORES -> PartWords.counted(CORES, amount);
                case PROCESSES -> amount + " processes";
            };
        }
    }
}
