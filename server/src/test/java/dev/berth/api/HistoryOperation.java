package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One call of a client and its answer.
 *
 * @param asked the window that a booking asks for; the new one for a change; what is read is empty
 * @param reservation that is meant; empty for bookings
 * @param match the ETag that was sent; empty for none
 * @param lost how many tries with the same key got no answer before this one
 * @param invoked when the first try began, and {@code answered} when the answer was there, in nanoseconds
 * @param clockBefore the time by the service's clock before, and {@code clockAfter} after it
 * @param repeated whether the same request with the same key had been answered before
 */
record HistoryOperation(
        int number,
        Kind kind,
        String user,
        Asked asked,
        String reservation,
        String match,
        String key,
        int lost,
        boolean repeated,
        long invoked,
        long answered,
        long clockBefore,
        long clockAfter,
        int status,
        long version,
        String etag,
        JsonNode body) {
    enum Kind {
        BOOK,
        HOLD,
        CONFIRM,
        MOVE,
        EXTEND,
        SHRINK,
        CANCEL,
        GET
    }

    /** Requested times in milliseconds; {@code by} is how far a change moves the start or the end. */
    record Asked(long start, long end, int servers, long by) {
        static final Asked NOTHING = new Asked(0, 0, 0, 0);
    }

    boolean isDone() {
        return status < 300;
    }

    /** Whether it has, or should have, an entry of its own. */
    boolean hasEffect() {
        return isDone() && kind != Kind.GET && !repeated && (kind != Kind.HOLD || !made().isEmpty());
    }

    /** The reservation that it made or is about. */
    String made() {
        return switch (kind) {
            case BOOK -> body.path("id").asText();
            case HOLD -> body.at("/offers/0/reservation").asText();
            default -> reservation;
        };
    }

    String code() {
        return body.path("code").asText();
    }

    @Override
    public String toString() {
        return "#%d %s %s %s%s match=%s key=%s lost=%d: %d %s at version %d"
                .formatted(
                        number,
                        user,
                        kind,
                        made(),
                        asked.equals(Asked.NOTHING) ? "" : " " + asked,
                        match,
                        key,
                        lost,
                        status,
                        code(),
                        version);
    }
}
