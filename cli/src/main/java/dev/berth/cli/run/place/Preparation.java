package dev.berth.cli.run.place;

import dev.berth.cli.run.fence.Fence;
import dev.berth.cli.run.fence.HostLimits;
import java.io.IOException;

/** Preparation of a command before its time has come, so that it starts without delay. */
@FunctionalInterface
public interface Preparation extends AutoCloseable {
    /** For a machine that starts no commands. */
    Preparation NONE = (launch, time) -> {
        throw new IOException("this machine starts no commands");
    };

    /** Starts the command, once. From the first moment its end is kept, also if this process dies. */
    PlacedCommand start(Launch launch, TimeLeft time) throws IOException;

    /** Holds the command to limits from its first instruction on; places that do that in another way do nothing here. */
    default Fence hold(HostLimits limits) throws IOException {
        return Fence.NONE;
    }

    /** Gives up what was not started; does nothing if it was. */
    @Override
    default void close() {}
}
