package dev.berth.provision.backfill;

import java.util.List;

/**
 * A queue of batch jobs on equal servers: says which of them start, knowing how long each asks for but not how long it
 * runs. A job never runs for longer than it asks for. Servers are only counted, as in the rest of Berth; which ones a job
 * gets is settled when it starts, and that is always possible.
 *
 * <p>At one moment all ends are told first, then all submissions, then {@link #start} is asked.
 */
public interface Backfilling {
    /** A job joins the queue; jobs are known by the numbers that they are given here. */
    void submit(int job, int servers, long estimate, long now);

    /** A running job has ended, perhaps earlier than it asked for. */
    void end(int job, long now);

    /** The jobs that start now. */
    List<Integer> start(long now);

    /** When a job starts at the latest, if nothing else happens before; {@code Long.MAX_VALUE} if none is planned. */
    long nextStart();
}
