package dev.berth.service.cluster.slurm;

import dev.berth.service.cluster.ClusterSilent;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
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
        Complaint complaint = new Complaint();
        FutureTask<String> err = task(() -> complaint.read(process.getErrorStream()));
        long until = System.nanoTime() + limit.toNanos();
        try {
            String said = out.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            String complained = err.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (process.waitFor(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return new Reply(process.exitValue(), said, complained);
            }
            throw late(command, complaint);
        } catch (TimeoutException e) {
            throw late(command, complaint);
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
        return task(() -> {
            try (stream) {
                byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new IOException("it printed more than %d MB".formatted(MOST_BYTES / 1_000_000));
                }
                return new String(bytes, StandardCharsets.UTF_8);
            }
        });
    }

    private static FutureTask<String> task(Callable<String> work) {
        FutureTask<String> task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
        return task;
    }

    /** What a program writes to stderr, to be read while it still runs: one that hangs may have said why. */
    private static final class Complaint {
        private static final int MOST = 64_000;

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        String read(InputStream stream) throws IOException {
            byte[] buffer = new byte[4_096];
            try (stream) {
                for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                    // The rest is read as well, lest the program waits for it.
                    bytes.write(buffer, 0, Math.min(read, Math.max(0, MOST - bytes.size())));
                }
            }
            return soFar();
        }

        String soFar() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    private ClusterSilent late(List<String> command, Complaint complaint) {
        String said = Reply.quoted(complaint.soFar());
        return silent(
                command,
                "no answer within %d s%s".formatted(limit.toSeconds(), said.isEmpty() ? "" : "; it says: " + said));
    }

    /** The first words of a command are enough to know which it was. */
    private static ClusterSilent silent(List<String> command, String why) {
        return new ClusterSilent(String.join(" ", command.subList(0, Math.min(4, command.size()))) + ": " + why);
    }
}
