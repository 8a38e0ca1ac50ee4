package dev.berth.cli.run.place;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * A command and all processes that it has started. They are one process group, so that a signal reaches all of them; those
 * that leave the group, as daemons do, are known by a mark in their environment.
 */
final class CommandTree {
    private static final String MARK = "BERTH_RUN";
    private static final long LOOK_MILLIS = 50;
    private static final int MOST_KILLS = 5;

    private final Process command;
    private final String mark;
    private final long born;
    private final Newcomers newcomers;
    /** Only a process of the tree can start another one: once there is none, there never will be. */
    private boolean isGone;

    private CommandTree(Process command, String mark, Newcomers newcomers) {
        this.command = command;
        this.newcomers = newcomers;
        this.mark = mark;
        this.born = ProcFiles.born(command.pid()).map(Long::parseLong).orElse(0L);
    }

    /** What is in the environment of its processes. */
    static String variable(String mark) {
        return MARK + "=" + mark;
    }

    static CommandTree start(Launch launch) throws IOException {
        List<String> all = new ArrayList<>(List.of("setsid", "--"));
        all.addAll(launch.words());
        ProcessBuilder builder = new ProcessBuilder(all);
        launch.surroundings().applyTo(builder);
        builder.environment().put(MARK, launch.mark());
        Newcomers newcomers = Newcomers.sinceNow();
        return new CommandTree(builder.start(), launch.mark(), newcomers);
    }

    void onExit(Runnable action) {
        CompletableFuture<Void> unused = command.onExit().thenRun(action);
    }

    /** Its exit code, or 128 and the number of the signal that ended it. */
    int exitCode() {
        return command.exitValue();
    }

    /** Sends a signal such as {@code TERM} to all its processes. */
    void send(String signal) {
        send(signal, members());
    }

    private List<Long> members() {
        if (isGone) {
            return List.of();
        }
        // Whether the first one lives must be known before: it may start others until then.
        boolean isOver = !command.isAlive();
        List<Long> members = ProcFiles.members(command.pid(), variable(mark), born, newcomers.least(command.pid()));
        isGone = isOver && members.isEmpty();
        return members;
    }

    private static void send(String signal, List<Long> members) {
        if (members.isEmpty()) {
            return;
        }
        String processes = members.stream().map(String::valueOf).collect(Collectors.joining(" "));
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + processes + " 2>/dev/null")
                    .start()
                    .waitFor();
        } catch (IOException e) {
            members.forEach(member -> ProcessHandle.of(member).ifPresent(ProcessHandle::destroyForcibly));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends what is left of it: asks all its processes to end, and kills those that still live after the grace. */
    void end(Duration grace) throws InterruptedException {
        List<Long> members = members();
        send("TERM", members);
        if (!members.isEmpty() && !isGoneWithin(grace)) {
            kill();
        }
    }

    /** Kills all its processes, also those that are started meanwhile. One that hangs in the kernel is not waited for. */
    void kill() throws InterruptedException {
        for (int tries = 0; tries < MOST_KILLS; tries++) {
            List<Long> members = members();
            send("KILL", members);
            if (members.isEmpty() || isGoneWithin(Duration.ofSeconds(1))) {
                return;
            }
        }
    }

    /** Whether none of its processes lives, at the latest after a time. */
    boolean isGoneWithin(Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (!members().isEmpty()) {
            if (System.nanoTime() - until > 0) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }
}
