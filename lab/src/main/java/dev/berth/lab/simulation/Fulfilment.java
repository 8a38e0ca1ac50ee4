package dev.berth.lab.simulation;

/**
 * How promises were kept in a run, over the reservations that are ready within the measured span. All times are means in
 * hours.
 *
 * @param promisedWait from ready to the start that was promised first
 * @param realWait from ready to the start
 * @param turnaround from ready to the end
 * @param moves how often a reservation was moved to make room for another
 * @param early the share that started early, as soon as servers were free
 * @param late the share that started later than was promised first
 */
public record Fulfilment(
        double promisedWait, double realWait, double turnaround, double moves, double early, double late) {
    /** Placeholder for a run in which it was not measured. */
    public static final Fulfilment UNKNOWN = new Fulfilment(0, 0, 0, 0, 0, 0);
}
