package dev.berth.cli.run.place;

import dev.berth.cli.console.Environment;
import dev.berth.cli.run.fence.Fence;
import dev.berth.wire.Grace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A process of its own that ends a command when the runner cannot, because it was killed or is stopped. It is a shell script:
 * it lives as long as the command, and a second Java process would take a hundred times the memory.
 */
final class Watchdog implements AutoCloseable {
    private static final String NAME = "berth-watchdog";
    private static final int HUNDREDTHS = 100;

    /** The service waits no longer for a command whose runner is silent. */
    private static final long MOST_GRACE = Grace.SECONDS * HUNDREDTHS;

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
                        NAME,
                        mark,
                        Long.toString(runner),
                        ProcFiles.born(runner).orElse(""))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().remove(Environment.TOKEN);
        return new Watchdog(Children.start(builder));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Watches from now on, once: the command may be about to start. */
    void watch(TimeLeft time, Optional<CommandGroup> group, Fence fence) throws IOException {
        try (OutputStream order = process.getOutputStream()) {
            order.write(
                    order(time, ProcFiles.uptime(), group, fence.directories()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * When it kills, and how long the command may take to end if this process is killed, in hundredths of a second; and where the
     * control group of the command is, if it has one. Further lines are control groups that limit it.
     */
    static String order(TimeLeft time, double uptime, Optional<CommandGroup> group, List<Path> fence) {
        return "%d %d %s\n%s"
                .formatted(
                        (long) (uptime * HUNDREDTHS) + hundredths(time.left()),
                        Math.min(hundredths(time.grace()), MOST_GRACE),
                        group.map(each -> each.directory().toString()).orElse(""),
                        fence.stream().map(each -> each + "\n").collect(Collectors.joining()));
    }

    /** Whether one watches over the command with a mark. */
    static boolean isWatching(String mark) {
        return ProcFiles.living(0, 0).stream().anyMatch(each -> ProcFiles.isCalled(each.number(), NAME, mark));
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
