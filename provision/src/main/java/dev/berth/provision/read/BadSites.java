package dev.berth.provision.read;

import dev.berth.wire.json.Fault;

/** A file of sites that cannot be used: says where, what is wrong, and what would be right. */
public final class BadSites extends IllegalArgumentException {
    /**
     * Reports a problem at a place.
     *
     * @param place such as {@code sites[0].servers}, or a line and a column
     */
    BadSites(String place, String problem) {
        super(place + ": " + problem);
    }

    BadSites(Fault fault) {
        super(fault.sentence());
    }
}
