package dev.berth.service.notice;

/**
 * A notice on one of its ways.
 *
 * @param since when it was put there, or tried again by its owner
 * @param failure why it was given up; empty while it waits
 */
public record Delivery(Notice notice, String way, long since, String failure) {
    public static final String MAIL = "mail";

    /** Which delivery it is. */
    public record Key(long notice, String way) {
        /** Stays the same whenever it is repeated. */
        @Override
        public String toString() {
            return "n" + notice + "-" + way;
        }
    }

    public Key key() {
        return new Key(notice.number(), way);
    }

    /** Deliveries of the same lane are sent one after the other. */
    String lane() {
        return way.equals(MAIL) ? MAIL + " " + notice.user() : way;
    }

    Delivery failed(String why) {
        return new Delivery(notice, way, since, why);
    }

    Delivery again(long now) {
        return new Delivery(notice, way, now, "");
    }
}
