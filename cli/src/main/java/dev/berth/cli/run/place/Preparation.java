package dev.berth.cli.run.place;

import java.io.IOException;

/** Preparation of a command before its time has come, so that it starts without delay. */
@FunctionalInterface
public interface Preparation extends AutoCloseable {
    /** Starts the command, once. From the first moment its end is kept, also if this process dies. */
    PlacedCommand start(Launch launch, TimeLeft time) throws IOException;

    /** Gives up what was not started; does nothing if it was. */
    @Override
    default void close() {}
}
