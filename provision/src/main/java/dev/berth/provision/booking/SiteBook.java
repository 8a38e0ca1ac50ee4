package dev.berth.provision.booking;

import dev.berth.provision.slot.Allocation;
import java.util.List;

/**
 * A site that takes bookings: here, or far away. Allocations are held, confirmed and released in groups. Whoever books chooses
 * the name of a group before the site is asked for the first time, so every request can be repeated.
 */
public interface SiteBook {
    /**
     * One allocation.
     *
     * @param label what the site may call it
     */
    record Wanted(String label, String pool, Allocation allocation) {}

    /** Where a group stands. */
    sealed interface Standing {
        /** The site does not know of it. */
        record Unknown() implements Standing {}

        /** All of it is kept for a while, until it is confirmed or released. */
        record Held() implements Standing {}

        /** All of it is booked: a receipt for each allocation, in whatever form the site likes. */
        record Booked(List<String> receipts) implements Standing {
            public Booked {
                receipts = List.copyOf(receipts);
            }
        }

        /** It is refused, has lapsed or was released, and cannot be had under this name any more. */
        record Gone(String reason) implements Standing {}
    }

    /** Name of the site. */
    String name();

    /** Asks for exactly these: all of them or none. */
    Standing hold(String group, List<Wanted> wanted);

    Standing standing(String group);

    /** Makes bookings of all that is held. */
    Standing confirm(String group);

    /** Gives up what is held or booked. A group that is not known can never be held from now on. */
    void release(String group);
}
