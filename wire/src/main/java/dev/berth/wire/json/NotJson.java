package dev.berth.wire.json;

/** Bytes that are not JSON that is accepted. The message names what was read and where it is wrong. */
public final class NotJson extends RuntimeException {
    private final String place;
    private final String reason;

    /**
     * @param subject what was read, such as {@code the body}
     * @param problem what it is not
     * @param place such as {@code line 3, column 7}; empty if it is all of it
     * @param reason what the parser says; empty if the problem says it all
     */
    NotJson(String subject, String problem, String place, String reason) {
        super(
                subject + " " + problem + (place.isEmpty() ? "" : " at " + place)
                        + (reason.isEmpty() ? "" : ": " + reason),
                null,
                false,
                false);
        this.place = place.isEmpty() ? subject : place;
        this.reason = reason.isEmpty() ? "it " + problem : reason;
    }

    public String problem() {
        return String.valueOf(getMessage());
    }

    /** A line and a column, or all of it. */
    public String place() {
        return place;
    }

    /** Reason why the text is not accepted at that place. */
    public String reason() {
        return reason;
    }
}
