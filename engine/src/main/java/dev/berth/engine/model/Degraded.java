package dev.berth.engine.model;

/**
 * A reservation that lost servers and for which no others are found within its terms. The promise stands until it is too late to
 * keep it. If its servers were settled, it keeps those it did not lose until its window ends ({@link Outage#keptFor}); it holds no
 * other capacity. Its owner may
 *
 * <ul>
 *   <li>wait: it is tried again whenever capacity returns, and closed when its deadline can no longer be met and it keeps nothing;
 *   <li>change its terms: where the new ones can be kept, it is placed under them;
 *   <li>cancel it.
 * </ul>
 *
 * @param reservation as it was, with the placement it lost; what ran waits again
 * @param reason why no other placement was found when it lost its own
 * @param since when
 */
public record Degraded(Reservation reservation, Refusal reason, long since) {}
