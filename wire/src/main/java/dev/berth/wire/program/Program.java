package dev.berth.wire.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A program of this machine and what it gets. It may hang, also in the kernel, or print without end: it is never waited for
 * longer than a limit, and not more than a limit is kept of what it prints. Its arguments are given one by one, so that no
 * shell reads what somebody wrote.
 *
 * @param environment all variables that it sees; on its PATH it is found
 * @param input what it reads; nothing if it is empty
 */
public record Program(List<String> command, Map<String, String> environment, String input, Charset charset) {
    /** Most bytes of complaints that are kept; the rest is read as well, or the program would wait for its reader. */
    private static final int MOST_COMPLAINTS = 64_000;

    public Program {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A program that reads nothing, and sees the variables of this process. */
    public static Program of(List<String> command) {
        return new Program(command, System.getenv(), "", StandardCharsets.UTF_8);
    }

    /**
     * Runs it to its end, or ends it at a limit, with all processes that it has started.
     *
     * @param limit for all of it, also for reading its output to the end
     * @param mostBytes most bytes that it may print
     */
    public Ending run(Duration limit, int mostBytes) {
        long until = System.nanoTime() + limit.toNanos();
        Process process;
        try {
            process = start();
        } catch (IOException e) {
            return new Ending.Failed(e);
        }
        Complaint complaint = new Complaint();
        try {
            FutureTask<String> out = reading(() -> text(process.getInputStream(), mostBytes));
            FutureTask<String> err = reading(() -> complaint.read(process.getErrorStream()));
            inBackground(() -> write(process.getOutputStream()));
            String printed = out.get(left(until), TimeUnit.NANOSECONDS);
            String complained = err.get(left(until), TimeUnit.NANOSECONDS);
            return process.waitFor(left(until), TimeUnit.NANOSECONDS)
                    ? new Ending.Exited(process.exitValue(), printed, complained)
                    : new Ending.Late(complaint.soFar());
        } catch (TimeoutException e) {
            return new Ending.Late(complaint.soFar());
        } catch (ExecutionException e) {
            return e.getCause() instanceof TooMuch
                    ? new Ending.TooMuch()
                    : new Ending.Failed(new IOException(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ending.Interrupted();
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private static long left(long until) {
        return Math.max(0, until - System.nanoTime());
    }

    private Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(located());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The command with its program found on the path that it will see itself; Java alone looks on that of this process. */
    private List<String> located() {
        String name = command.getFirst();
        String path = environment.getOrDefault("PATH", "");
        if (name.contains("/") || path.equals(System.getenv("PATH"))) {
            return command;
        }
        return Stream.of(path.split(":", -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .map(file -> Stream.concat(
                                Stream.of(file.toString()), command.stream().skip(1))
                        .toList())
                .orElse(command);
    }

    private <T> FutureTask<T> reading(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        inBackground(task);
        return task;
    }

    /** On a thread of its own: reading from a process that hangs in the kernel never ends. */
    private void inBackground(Runnable work) {
        Thread.ofPlatform().daemon().name("berth-asks-" + command.getFirst()).start(work);
    }

    private String text(InputStream stream, int mostBytes) throws IOException, TooMuch {
        try (stream) {
            byte[] bytes = stream.readNBytes(mostBytes);
            if (stream.read() >= 0) {
                throw new TooMuch();
            }
            return new String(bytes, charset);
        }
    }

    private void write(OutputStream stream) {
        try (stream) {
            stream.write(input.getBytes(charset));
        } catch (IOException e) {
            // It has ended without reading, and says why.
        }
    }

    private static final class TooMuch extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Stderr of the program, readable while it still runs: a program that hangs may have written the reason. */
    private final class Complaint {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        String read(InputStream stream) throws IOException {
            byte[] buffer = new byte[4_096];
            try (stream) {
                for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                    bytes.write(buffer, 0, Math.min(read, Math.max(0, MOST_COMPLAINTS - bytes.size())));
                }
            }
            return soFar();
        }

        String soFar() {
            return bytes.toString(charset);
        }
    }
}
