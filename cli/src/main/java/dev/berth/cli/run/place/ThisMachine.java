package dev.berth.cli.run.place;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.Executables;
import java.io.IOException;
import java.util.Optional;

/**
 * Commands as processes of this machine. When their runner dies, a watchdog ends them.
 *
 * @param groups by which their processes are known; where there are none, orphans are adopted instead
 */
public record ThisMachine(Executables executables, CommandGroups groups) implements Place {
    @Override
    public void require(String command) {
        if (!executables.has(command)) {
            throw new BadInput(
                    "COMMAND: \"%s\" is not a command on this machine; nothing was booked".formatted(command));
        }
        if (!executables.has("setsid")) {
            throw new BadInput("berth run needs the program setsid, which is part of util-linux on Linux; install it");
        }
    }

    /** Starts the watchdog of the command in advance; only the command itself is left to be started when its time comes. */
    @Override
    public Preparation prepare(String mark) throws IOException {
        Optional<CommandGroup> group = groups.create(mark);
        boolean unused = group.isPresent() || Children.adoptOrphans();
        Watchdog watchdog = Watchdog.ready(mark);
        return new Preparation() {
            private boolean isStarted;

            @Override
            public PlacedCommand start(Launch launch, TimeLeft time) throws IOException {
                // Somebody may have killed it in the meantime.
                PlacedCommand command =
                        GuardedTree.start(launch, time, group, watchdog.isAlive() ? watchdog : Watchdog.ready(mark));
                isStarted = true;
                return command;
            }

            @Override
            public void close() {
                if (!isStarted) {
                    watchdog.close();
                    group.ifPresent(CommandGroup::remove);
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
