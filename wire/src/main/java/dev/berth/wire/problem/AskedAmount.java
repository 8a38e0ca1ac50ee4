package dev.berth.wire.problem;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Rate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much a request asked for that was refused.
 *
 * @param project the one that the request named; empty if none or not known
 * @param serverMillis 0 if not known, such as for a change of a reservation
 */
public record AskedAmount(Optional<String> project, long serverMillis) {
    public static final AskedAmount UNKNOWN = new AskedAmount(Optional.empty(), 0);

    /** More than any site has, and far from an overflow when it is added up. */
    private static final long MOST = Long.MAX_VALUE / 4;

    /** On the fewest servers that it takes, at rate 1. */
    public static AskedAmount by(@Nullable Job job) {
        if (job == null) {
            return UNKNOWN;
        }
        long each = job.shape().duration(job.servers(), Rate.FULL);
        return new AskedAmount(
                Optional.ofNullable(job.terms().project()), each > MOST / job.servers() ? MOST : each * job.servers());
    }
}
