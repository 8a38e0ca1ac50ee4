package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program of this machine that is asked something. It may fail, or hang in the kernel: it is never waited for longer than a
 * limit, also not for its end.
 */
record Tool(Path program, Duration limit) {
    private static final int MOST_BYTES = 10_000_000;

    /** What it printed to both streams, and its exit code. */
    record Said(int code, String text) {
        String firstLine() {
            return text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse("it said nothing");
        }
    }

    /** The program in the folders of a search path; empty if it is in none. */
    static Optional<Tool> find(String name, String searchPath, Duration limit) {
        for (String folder : searchPath.split(":", -1)) {
            try {
                Path file = Path.of(folder).resolve(name);
                if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(new Tool(file, limit));
                }
            } catch (InvalidPathException e) {
                // No program can be there.
            }
        }
        return Optional.empty();
    }

    private String name() {
        return String.valueOf(program.getFileName());
    }

    Said ask(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .start();
        } catch (IOException e) {
            throw new Failed("Cannot start " + program, e);
        }
        FutureTask<String> reading = new FutureTask<>(() -> text(process));
        Thread.ofPlatform().daemon().name("berth-reads-" + name()).start(reading);
        try {
            long until = System.nanoTime() + limit.toNanos();
            String text = reading.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (process.waitFor(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return new Said(process.exitValue(), text);
            }
        } catch (TimeoutException e) {
            // As if it had not ended.
        } catch (ExecutionException e) {
            throw new Failed("Cannot read the output of " + name(), new IOException(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        throw new Failed("%s did not answer within %s seconds; the driver may hang. See: dmesg | tail"
                .formatted(name(), limit.toMillis() / 1000.0));
    }

    private static String text(Process process) throws IOException {
        try (InputStream in = process.getInputStream()) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }
}
