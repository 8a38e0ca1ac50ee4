package dev.berth.provision.site;

import java.util.Optional;

/**
 * Queue with conservative backfilling: a job gets, as it is submitted, the earliest window in which enough servers are free,
 * so that it delays none that came before (singh, section 4).
 */
public interface JobQueue {
    long now();

    /** Time goes on. */
    void advance(long to);

    /** Queues a job; empty if no window will ever have room for it. */
    Optional<Granted> queue(int servers, long runTime);
}
