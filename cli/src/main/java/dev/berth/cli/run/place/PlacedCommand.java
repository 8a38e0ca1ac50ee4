package dev.berth.cli.run.place;

import java.io.IOException;
import java.time.Duration;

/** A command that runs at a {@link Place}, with all that it has started. */
public interface PlacedCommand {
    /** Does something once the command has ended. */
    void onExit(Runnable action);

    /** Its exit code, or 128 and the number of the signal that ended it. */
    int exitCode();

    /** How many of its processes the operating system has killed so far because the command had no memory left. */
    default long killedForMemory() {
        return 0;
    }

    /** Sends a signal such as {@code TERM} to all its processes. */
    void send(String signal);

    /** Its time has changed: from now on this end is kept, also if this process dies. */
    void keep(TimeLeft time) throws IOException;

    /** The command has ended: ends what it has left running, and waits no longer than the grace until it kills that. */
    void end(Duration grace) throws InterruptedException;

    /** Kills what is left, and forgets what was kept about it. */
    void close() throws InterruptedException;
}
