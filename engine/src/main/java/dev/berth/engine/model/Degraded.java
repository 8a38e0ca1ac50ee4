package dev.berth.engine.model;

/**
 * A reservation whose servers failed and for which no others are found within its terms. It holds no capacity, but the
 * promise stands until it is too late to keep it. Its owner may
 *
 * <ul>
 *   <li>wait: it is tried again whenever capacity returns, and closed when its deadline can no longer be met;
 *   <li>change its terms: where the new ones can be kept, it is placed under them;
 *   <li>cancel it.
 * </ul>
 *
 * @param reservation as it was, with the placement it lost; what ran waits again
 * @param reason why no other placement was found when it lost its own
 * @param since when
 */
public record Degraded(Reservation reservation, Refusal reason, long since) {
    /** One sentence that says what happened, why, and what can be done. */
    public String message() {
        return "Reservation %s lost its servers at %d and waits for others. %s. Wait, change its terms or cancel it"
                .formatted(reservation.id(), since, reason.message());
    }
}
