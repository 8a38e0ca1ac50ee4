package dev.berth.broker.deal;

import java.time.Duration;

/**
 * How long a broker waits, and for what.
 *
 * @param hold how long sites are asked to hold a part
 * @param margin what every hold must have left, by the clock of its site, for the decision
 * @param single the same for a deal of one part, which cannot be booked by halves
 * @param patience with sites that do not answer, before the decision
 * @param pause before a site that did not answer is asked for the second time; the next ones are longer
 * @param look how often to look at what has become of what is booked
 */
public record BrokerTerms(
        Duration hold, Duration margin, Duration single, Duration patience, Duration pause, Duration look) {
    public static final BrokerTerms DEFAULT = new BrokerTerms(
            Duration.ofMinutes(15),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofMillis(200),
            Duration.ofSeconds(20));

    /** For a message to arrive, and for clocks that differ. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    public long margin(int parts) {
        return (parts == 1 ? single : margin).toMillis();
    }

    /** How long after now a deal may begin: holds end at their start, and must last until they are confirmed. */
    public long lead(int parts) {
        return margin(parts) + GRACE.dividedBy(2).toMillis();
    }

    /** Time by which the holds of a plan that is tried from now on have lapsed. */
    public long life(long now) {
        return now + hold.plus(patience).plus(GRACE).toMillis();
    }
}
