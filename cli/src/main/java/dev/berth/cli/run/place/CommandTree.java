package dev.berth.cli.run.place;

import dev.berth.cli.run.fence.Fence;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * A command and all processes that it has started. They are in a control group of their own, where there are any. Otherwise they are known
 * as members of the process group of the command; by a mark in their environment, if they leave that, as daemons do; as children of those; and
 * as orphans that became children of this process, if they leave all of that.
 */
final class CommandTree {
    private static final String MARK = "BERTH_RUN";
    private static final long LOOK_MILLIS = 50;
    private static final int MOST_KILLS = 5;

    private final Process command;
    private final String mark;
    private final long born;
    private final Newcomers newcomers;
    private final Optional<CommandGroup> group;
    /** Only a process of the tree can start another one: once there is none, there never will be. */
    private boolean isGone;

    private CommandTree(Process command, String mark, Newcomers newcomers, Optional<CommandGroup> group) {
        this.command = command;
        this.newcomers = newcomers;
        this.mark = mark;
        this.group = group;
        this.born = ProcFiles.born(command.pid()).map(Long::parseLong).orElse(0L);
    }

    /** Variable in the environment of its processes, with its value. */
    static String variable(String mark) {
        return MARK + "=" + mark;
    }

    /** Starts it in a group and inside a fence; if there is no group, orphans must have been adopted before. */
    static CommandTree start(Launch launch, Optional<CommandGroup> group, Fence fence) throws IOException {
        List<String> all = new ArrayList<>(List.of("setsid", "--"));
        all.addAll(launch.words());
        List<String> fenced = fence.entering(all);
        ProcessBuilder builder =
                new ProcessBuilder(group.map(each -> each.entering(fenced)).orElse(fenced));
        launch.surroundings().applyTo(builder);
        builder.environment().put(MARK, launch.mark());
        Newcomers newcomers = Newcomers.sinceNow();
        Children.begun(launch.mark());
        try {
            return new CommandTree(Children.start(builder), launch.mark(), newcomers, group);
        } catch (IOException e) {
            Children.over(launch.mark());
            throw e;
        }
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
        if (signal.equals("KILL")) {
            group.ifPresent(CommandGroup::kill);
        }
        send(signal, members());
    }

    private List<Long> members() {
        if (isGone) {
            return List.of();
        }
        // Whether the first one lives must be known before: it may start others until then.
        boolean isOver = !command.isAlive();
        // Orphans may be older than this command, if another one has left them.
        List<ProcFiles.Seen> living =
                Children.areAdopted() ? ProcFiles.living(0, 0) : ProcFiles.living(born, newcomers.least(command.pid()));
        Set<Long> members = new LinkedHashSet<>(group.map(CommandGroup::members).orElse(List.of()));
        members.addAll(Children.orphans(mark, living));
        for (ProcFiles.Seen each : living) {
            if (each.born() >= born
                    && (each.group() == command.pid() || ProcFiles.has(each.number(), variable(mark)))) {
                members.add(each.number());
            }
        }
        addDescendants(living, members);
        isGone = isOver && members.isEmpty();
        return List.copyOf(members);
    }

    private static void addDescendants(List<ProcFiles.Seen> living, Set<Long> members) {
        int before;
        do {
            before = members.size();
            for (ProcFiles.Seen each : living) {
                if (members.contains(each.parent())) {
                    members.add(each.number());
                }
            }
        } while (members.size() > before);
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

    /** Kills what is left of it, and gives up its group. */
    void close() throws InterruptedException {
        try {
            kill();
        } finally {
            Children.over(mark);
            group.ifPresent(CommandGroup::remove);
        }
    }

    /** Kills all its processes, also those that are started meanwhile. One that hangs in the kernel is not waited for. */
    private void kill() throws InterruptedException {
        for (int tries = 0; tries < MOST_KILLS; tries++) {
            List<Long> members = members();
            if (!members.isEmpty()) {
                group.ifPresent(CommandGroup::kill);
            }
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
