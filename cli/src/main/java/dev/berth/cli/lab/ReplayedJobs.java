package dev.berth.cli.lab;

import dev.berth.cli.replay.Replay;
import dev.berth.engine.model.Pool;
import java.io.IOException;
import java.util.List;

/** Jobs that are replayed under several policies, the same ones each time. */
interface ReplayedJobs {
    /** Introduction that names the jobs and the servers; ends with a blank line. */
    String introduction(String admission);

    List<Pool> pools();

    double unitsPerSecond();

    /** How many there are; at most as many as were asked for. */
    long count() throws IOException;

    /** Has them decided in the order of submission. */
    void replay(Replay replay, Runnable decided) throws IOException;
}
