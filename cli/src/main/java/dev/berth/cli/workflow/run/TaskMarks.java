package dev.berth.cli.workflow.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.run.Places;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Place;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The marks of the commands that run, each in a file that is there before its command and as long as it. If this process is
 * killed, the next one knows by them what may still run.
 *
 * @param logs where the output of the tasks is, too
 * @param via where they run: see {@link Places}
 */
record TaskMarks(Path logs, String via) {
    private static final String SUFFIX = ".mark";
    private static final long LOOK_MILLIS = 100;

    /** The name under which the commands of the plan run; the same when it is resumed here, so that the service lets it go on. */
    String runner() {
        Path file = logs.resolve("runner");
        try {
            // An empty one is left by a process that was killed before it had written its name.
            if (!Files.exists(file) || Files.size(file) == 0) {
                Files.writeString(file, Launch.newMark());
            }
        } catch (IOException e) {
            throw new Failed("Cannot write " + file, e);
        }
        return read(file);
    }

    private Path file(int task) {
        return logs.resolve((task + 1) + SUFFIX);
    }

    /** A mark for the command of a task that is about to begin. */
    String begin(int task) {
        String mark = Launch.newMark();
        try {
            Files.writeString(file(task), mark + " " + via);
        } catch (IOException e) {
            throw new Failed("Cannot write " + file(task), e);
        }
        return mark;
    }

    /** Nothing of the command of a task is left. */
    void end(int task) {
        delete(file(task));
    }

    /** Ends the commands of an earlier run that was killed: what runs again must not run twice at a time. */
    void endAll(Place place, Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        for (Path file : files()) {
            String mark = mark(file);
            place.stop(mark);
            while (place.isRunning(mark)) {
                if (System.nanoTime() - until > 0) {
                    throw new Failed(
                            "A command of the earlier run has not ended; its processes have BERTH_RUN=%s in their environment."
                                            .formatted(mark)
                                    + " End them, then resume again");
                }
                Thread.sleep(LOOK_MILLIS);
            }
            place.forget(mark);
            delete(file);
        }
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(logs, "*" + SUFFIX)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw new Failed("Cannot read the directory " + logs, e);
        }
        return files;
    }

    /** Elsewhere its command would not be found, and would run twice. */
    private String mark(Path file) {
        String[] parts = read(file).split(" ", 2);
        String before = parts.length > 1 ? parts[1] : Places.HERE;
        if (!before.equals(via)) {
            throw new BadInput(
                    before.equals(Places.HERE)
                            ? "A command of the earlier run was started on this machine; resume without --via"
                            : "A command of the earlier run was started with --via %s; resume with --via %s"
                                    .formatted(before, before));
        }
        return parts[0];
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new Failed("Cannot read " + file, e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new Failed("Cannot delete " + file, e);
        }
    }
}
