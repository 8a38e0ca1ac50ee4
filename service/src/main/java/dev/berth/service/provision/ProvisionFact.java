package dev.berth.service.provision;

/** Facts about provisions, the bookings made from searches. */
public sealed interface ProvisionFact {
    /** A new one. */
    record Booked(Provision provision) implements ProvisionFact {}

    /** Release of the rest of a provision. */
    record Released(long provision) implements ProvisionFact {}
}
