package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;

/** The service that was asked as a site is a broker: it has deals, and no reservations of its own. */
public final class IsBroker extends BadInput {
    static final String CODE = "no-site";

    IsBroker(String message) {
        super(message);
    }
}
