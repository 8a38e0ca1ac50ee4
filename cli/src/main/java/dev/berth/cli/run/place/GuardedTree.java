package dev.berth.cli.run.place;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The processes of a command, and the watchdog that ends them when this process cannot. */
final class GuardedTree implements PlacedCommand {
    private final String mark;
    private final CommandTree tree;
    private final Optional<CommandGroup> group;
    private Watchdog watchdog;

    private GuardedTree(String mark, CommandTree tree, Optional<CommandGroup> group, Watchdog watchdog) {
        this.mark = mark;
        this.tree = tree;
        this.group = group;
        this.watchdog = watchdog;
    }

    /** The watchdog comes first, so that there is no moment without it. */
    static GuardedTree start(Launch launch, TimeLeft time, Optional<CommandGroup> group, Watchdog watchdog)
            throws IOException {
        watchdog.watch(time, group);
        return new GuardedTree(launch.mark(), CommandTree.start(launch, group), group, watchdog);
    }

    @Override
    public void onExit(Runnable action) {
        tree.onExit(action);
    }

    @Override
    public int exitCode() {
        return tree.exitCode();
    }

    @Override
    public void send(String signal) {
        tree.send(signal);
    }

    @Override
    public void keep(TimeLeft time) throws IOException {
        Watchdog before = watchdog;
        watchdog = Watchdog.ready(mark);
        watchdog.watch(time, group);
        before.close();
    }

    @Override
    public void end(Duration grace) throws InterruptedException {
        tree.end(grace);
    }

    @Override
    public void close() throws InterruptedException {
        try {
            tree.close();
        } finally {
            watchdog.close();
        }
    }
}
