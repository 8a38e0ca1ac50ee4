package dev.berth.service.provision;

/** What becomes of what was booked from searches. */
public sealed interface ProvisionFact {
    /** A new one. */
    record Booked(Provision provision) implements ProvisionFact {}

    /** What remained was given up. */
    record Released(long provision) implements ProvisionFact {}
}
