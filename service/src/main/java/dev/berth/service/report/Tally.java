package dev.berth.service.report;

/**
 * Some refused requests.
 *
 * @param asked what they asked for, in server-milliseconds
 */
public record Tally(long requests, long asked) {
    public Tally plus(Tally other) {
        return new Tally(requests + other.requests, UsedAmounts.sum(asked, other.asked));
    }
}
