package dev.berth.provision.booking;

import dev.berth.provision.slot.Allocation;

/**
 * A site that takes bookings: here, or far away. What it answers with is a receipt, in whatever form the site likes.
 */
public interface SiteBook {
    /** What a site says to a wish. */
    sealed interface Answer {
        /** Kept for a while, until it is confirmed or released. */
        record Held(String receipt) implements Answer {}

        /** No, and why. */
        record Declined(String reason) implements Answer {}
    }

    /**
     * Asks for exactly this.
     *
     * @param label what the site may call it
     */
    Answer hold(String label, Allocation allocation);

    /** Makes a booking of what is held; a reason if it is held no longer. */
    Answer confirm(String receipt);

    /** Gives up what is held or booked; without effect if it is neither. */
    void release(String receipt);
}
