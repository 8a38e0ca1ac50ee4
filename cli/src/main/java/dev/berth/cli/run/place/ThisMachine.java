package dev.berth.cli.run.place;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.Executables;
import dev.berth.cli.run.fence.Fence;
import dev.berth.cli.run.fence.Fences;
import dev.berth.cli.run.fence.HostLimits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Commands as processes of this machine. When their runner dies, a watchdog ends them.
 *
 * @param groups by which their processes are known; where there are none, orphans are adopted instead
 * @param fences that hold them to the limits of their reservations
 */
public record ThisMachine(Executables executables, CommandGroups groups, Fences fences) implements Place {
    /** One that holds no command to anything. */
    public ThisMachine(Executables executables, CommandGroups groups) {
        this(executables, groups, Fences.NONE);
    }

    @Override
    public void require(String command) {
        if (!executables.has(command)) {
            throw new BadInput(
                    "COMMAND: \"%s\" is not a command on this machine; nothing was booked".formatted(command));
        }
        if (!hasSessions()) {
            throw new BadInput("berth run needs the program setsid, which is part of util-linux on Linux; install it");
        }
    }

    private boolean hasSessions() {
        return executables.has("setsid");
    }

    /** Starts the watchdog of the command in advance; only the command itself is left to be started when its time comes. */
    @Override
    public Preparation prepare(String mark) throws IOException {
        if (!hasSessions()) {
            // The command may go to another host; here none is started, as require says.
            return Preparation.NONE;
        }
        Optional<CommandGroup> group = groups.create(mark);
        boolean unused = group.isPresent() || Children.adoptOrphans();
        Watchdog watchdog = Watchdog.ready(mark);
        return new Preparation() {
            private boolean isStarted;
            private Fence fence = Fence.NONE;

            @Override
            public Fence hold(HostLimits limits) throws IOException {
                fence = fences.make(mark, limits);
                return fence;
            }

            @Override
            public PlacedCommand start(Launch launch, TimeLeft time) throws IOException {
                // Somebody may have killed it in the meantime.
                PlacedCommand command = GuardedTree.start(
                        launch, time, known(), fence, watchdog.isAlive() ? watchdog : Watchdog.ready(mark));
                isStarted = true;
                return command;
            }

            // A process is in one group of cgroup v2: that of the fence, if it is one.
            private Optional<CommandGroup> known() {
                if (fence.unified().isEmpty()) {
                    return group;
                }
                group.ifPresent(CommandGroup::remove);
                return fence.unified().map(each -> new CommandGroup(each.path(), List.of()));
            }

            @Override
            public void close() {
                if (!isStarted) {
                    watchdog.close();
                    group.ifPresent(CommandGroup::remove);
                    fence.remove();
                }
            }
        };
    }

    @Override
    public boolean isRunning(String mark) {
        // Its watchdog knows of processes that hide, and lives as long as they.
        return Watchdog.isWatching(mark)
                || !ProcFiles.marked(CommandTree.variable(mark)).isEmpty();
    }

    /** Its watchdog does. */
    @Override
    public void stop(String mark) {}

    /** Only its runner could have asked for it. */
    @Override
    public Optional<Integer> exitCode(String mark) {
        return Optional.empty();
    }

    @Override
    public void forget(String mark) {}
}
