package dev.berth.site;

import java.util.List;

/**
 * Something outside the site that must be so for what people do: asked at the end of each of their transactions, when it is known
 * what they have done. What the clock does is never refused.
 */
@FunctionalInterface
public interface Rule {
    /** Throws if the transaction must not be; then all of it is taken back. Be quick: everybody waits. */
    void check(Transaction transaction, List<Touched> touched);
}
