package dev.berth.cli.run.fence;

import dev.berth.words.PartWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
    /** A command has at most a quarter of the processes of the machine. */
    private static final long PART = 4;

    private static final int LONGEST_NUMBER = 64;

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

    /** These files are there for one read: Java's own way to read a file of unknown size begins with a byte, and gets no more. */
    private static long number(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Long.parseLong(new String(in.readNBytes(LONGEST_NUMBER), StandardCharsets.US_ASCII).strip());
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
        /** Period in microseconds of which a command may compute one for each of its cores. */
        static final long PERIOD = 100_000;

        enum Kind {
            MEMORY("memory"),
            CORES("cpu"),
            PROCESSES("pids");

            private final String controller;

            Kind(String controller) {
                this.controller = controller;
            }

            /** Name of the controller of Linux that enforces it. */
            String controller() {
                return controller;
            }
        }

        /** Bytes of a limit of memory. */
        long bytes() {
            return amount << 20;
        }

        /** Microseconds in a period that a limit of cores leaves. */
        long quota() {
            return amount * PERIOD;
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
