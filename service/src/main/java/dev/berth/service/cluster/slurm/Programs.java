package dev.berth.service.cluster.slurm;

import dev.berth.service.cluster.ClusterSilent;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs Slurm's programs, each within limits of time and output: one that hangs, or prints without end, must not take the
 * service with it.
 *
 * @param environment what they get beside the service's own, such as SLURM_CONF
 * @param limit a controller that is down lets scontrol wait for 9 s
 */
record Programs(Map<String, String> environment, Duration limit) {
    /** Some 100,000 jobs, or nodes. */
    private static final int MOST_BYTES = 64_000_000;

    Programs {
        environment = Map.copyOf(environment);
    }

    /** Waits for its end and returns what it said, also if it failed. */
    Reply run(List<String> command) throws ClusterSilent {
        Process process = start(command);
        FutureTask<String> out = reading(process.getInputStream());
        FutureTask<String> err = reading(process.getErrorStream());
        long until = System.nanoTime() + limit.toNanos();
        try {
            String said = out.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            String complained = err.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (process.waitFor(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return new Reply(process.exitValue(), said, complained);
            }
            throw silent(command, "no answer within %d s".formatted(limit.toSeconds()));
        } catch (TimeoutException e) {
            throw silent(command, "no answer within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            throw silent(
                    command, String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw silent(command, "interrupted");
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(List<String> command) throws ClusterSilent {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(Redirect.from(new File("/dev/null")));
        Map<String, String> all = builder.environment();
        // Such as a format that somebody likes for himself.
        all.keySet().removeIf(name -> name.startsWith("SQUEUE_") || name.startsWith("SCONTROL_"));
        all.putAll(environment);
        all.put("LC_ALL", "C");
        all.put("TZ", "UTC");
        all.put("SLURM_TIME_FORMAT", "%s");
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ClusterSilent(
                    "Cannot start %s; install Slurm's client programs (Debian: slurm-client)"
                            .formatted(command.getFirst()),
                    e);
        }
    }

    private static FutureTask<String> reading(InputStream stream) {
        FutureTask<String> reading = new FutureTask<>(() -> {
            try (stream) {
                byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new IOException("it printed more than %d MB".formatted(MOST_BYTES / 1_000_000));
                }
                return new String(bytes, StandardCharsets.UTF_8);
            }
        });
        Thread.ofVirtual().start(reading);
        return reading;
    }

    /** The first words of a command are enough to know which it was. */
    private static ClusterSilent silent(List<String> command, String why) {
        return new ClusterSilent(String.join(" ", command.subList(0, Math.min(4, command.size()))) + ": " + why);
    }
}
