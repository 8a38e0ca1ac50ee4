package dev.berth.service.broker.plan;

import java.util.function.Supplier;

/** Where what takes long is worked out, apart from other requests and one user after the other. */
public interface Desk {
    Proposal work(Supplier<Proposal> work);
}
