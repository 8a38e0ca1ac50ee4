package dev.berth.cli.run.place;

import dev.berth.cli.run.fence.Fence;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The processes of a command, and the watchdog that ends them when this process cannot. */
final class GuardedTree implements PlacedCommand {
    private final String mark;
    private final CommandTree tree;
    private final Optional<CommandGroup> group;
    private final Fence fence;
    private Watchdog watchdog;

    private GuardedTree(String mark, CommandTree tree, Optional<CommandGroup> group, Fence fence, Watchdog watchdog) {
        this.mark = mark;
        this.tree = tree;
        this.group = group;
        this.fence = fence;
        this.watchdog = watchdog;
    }

    /** The watchdog comes first, so that there is no moment without it. */
    static GuardedTree start(Launch launch, TimeLeft time, Optional<CommandGroup> group, Fence fence, Watchdog watchdog)
            throws IOException {
        watchdog.watch(time, group, fence);
        return new GuardedTree(launch.mark(), CommandTree.start(launch, group, fence), group, fence, watchdog);
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
    public long killedForMemory() {
        return fence.killedForMemory();
    }

    @Override
    public void send(String signal) {
        tree.send(signal);
    }

    @Override
    public void keep(TimeLeft time) throws IOException {
        Watchdog before = watchdog;
        watchdog = Watchdog.ready(mark);
        watchdog.watch(time, group, fence);
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
            fence.remove();
            watchdog.close();
        }
    }
}
