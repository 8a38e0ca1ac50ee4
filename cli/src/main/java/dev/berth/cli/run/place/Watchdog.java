package dev.berth.cli.run.place;

import dev.berth.cli.console.Environment;
import dev.berth.service.runs.RunReports;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A process of its own that ends a command when the runner cannot, because it was killed or is stopped. It is a shell script:
 * it lives as long as the command, and a second Java process would take a hundred times the memory.
 */
final class Watchdog implements AutoCloseable {
    private static final int HUNDREDTHS = 100;

    /** The service waits no longer for a command whose runner is silent. */
    private static final long MOST_GRACE = RunReports.GRACE_SECONDS * HUNDREDTHS;

    private final Process process;

    private Watchdog(Process process) {
        this.process = process;
    }

    /** One for the command with a mark, which waits until it is told to watch; it ends if this process does before. */
    static Watchdog ready(String mark) throws IOException {
        long runner = ProcessHandle.current().pid();
        ProcessBuilder builder = new ProcessBuilder(
                        "setsid",
                        "sh",
                        "-c",
                        script(),
                        "berth-watchdog",
                        mark,
                        Long.toString(runner),
                        ProcFiles.born(runner).orElse(""))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().remove(Environment.TOKEN);
        return new Watchdog(builder.start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Watches from now on, once: the command may be about to start. */
    void watch(TimeLeft time) throws IOException {
        try (OutputStream order = process.getOutputStream()) {
            order.write(order(time, ProcFiles.uptime()).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** When it kills, and how long the command may take to end if this process is killed; in hundredths of a second. */
    static String order(TimeLeft time, double uptime) {
        return "%d %d\n"
                .formatted(
                        (long) (uptime * HUNDREDTHS) + hundredths(time.left()),
                        Math.min(hundredths(time.grace()), MOST_GRACE));
    }

    /** The unit in which Linux tells the time since boot. */
    private static long hundredths(Duration time) {
        return Math.max(0, time.toMillis() * HUNDREDTHS / 1_000);
    }

    private static String script() throws IOException {
        try (InputStream script = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (script == null) {
                throw new IOException("watchdog.sh is missing from the program");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The command has ended, or another watchdog has taken over. Its last sleep, of a second at most, ends by itself. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
