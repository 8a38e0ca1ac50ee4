package dev.berth.broker.remote;

/** How a reservation stands at its site. */
public enum RemoteStanding {
    HELD,
    WAITING,
    RUNNING,
    /** It has lost its servers, and others may still be found. */
    DEGRADED,
    ENDED,
    FINISHED_EARLY,
    /** It had its servers, and nobody used them. */
    NO_SHOW,
    CANCELLED,
    EXPIRED,
    /** It has lost its servers for good. */
    DISPLACED,
    /** It is over, and the site no longer knows how it ended. */
    FORGOTTEN;

    /** Whether nothing more can become of it. */
    public boolean isOver() {
        return switch (this) {
            case HELD, WAITING, RUNNING, DEGRADED -> false;
            case ENDED, FINISHED_EARLY, NO_SHOW, CANCELLED, EXPIRED, DISPLACED, FORGOTTEN -> true;
        };
    }

    /** Whether the site has not kept what it has promised. */
    public boolean isLost() {
        return this == DEGRADED || this == EXPIRED || this == DISPLACED;
    }
}
