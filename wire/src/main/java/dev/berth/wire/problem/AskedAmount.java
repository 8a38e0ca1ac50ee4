package dev.berth.wire.problem;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much a request asked for that was refused.
 *
 * @param project the one that the request named; empty if none or not known
 * @param serverMillis of whole servers; 0 if not known, such as for a change of a reservation
 * @param requirements what it takes of each server, and of which pools; none if whole servers are meant, or shares of them are counted already
 */
public record AskedAmount(Optional<String> project, long serverMillis, Requirements requirements) {
    public static final AskedAmount UNKNOWN = new AskedAmount(Optional.empty(), 0);

    /** More than any site has, and far from an overflow when it is added up. */
    private static final long MOST = Long.MAX_VALUE / 4;

    public AskedAmount(Optional<String> project, long serverMillis) {
        this(project, serverMillis, Requirements.NONE);
    }

    /** On the fewest servers that it takes, at rate 1. */
    public static AskedAmount by(@Nullable Job job) {
        if (job == null) {
            return UNKNOWN;
        }
        long each = job.shape().duration(job.servers(), Rate.FULL);
        return new AskedAmount(
                Optional.ofNullable(job.terms().project()),
                each > MOST / job.servers() ? MOST : each * job.servers(),
                job.requirements());
    }
}
