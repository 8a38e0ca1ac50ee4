package dev.berth.broker.remote;

import dev.berth.engine.model.Money;
import java.util.List;

/** Answer of a site to a request about a group of holds, or to one for an offer. */
public sealed interface Vote {
    /** To be thrown where this is no answer to the request; the reader of answers never lets that happen. */
    default IllegalStateException unexpected() {
        return new IllegalStateException("no answer to this request: " + this);
    }

    /**
     * All of it is held.
     *
     * @param left how much longer, in milliseconds by the clock of the site
     */
    record Held(long left, List<Reserved> reservations) implements Vote {
        public Held {
            reservations = List.copyOf(reservations);
        }
    }

    /** All of it is reserved. */
    record Confirmed(List<Reserved> reservations) implements Vote {
        public Confirmed {
            reservations = List.copyOf(reservations);
        }
    }

    /** Nothing of it is kept, and nothing will be under this name. */
    record Released(Money fee) implements Vote {}

    /** It could be had. */
    record Offered(Reserved offer) implements Vote {}

    /** No, for good: asking again does not help. */
    record Refused(String code, String detail) implements Vote {}

    /**
     * No answer, or none that says anything: it may have been carried out.
     *
     * @param code {@code no-token} if the user has none, {@code token-rejected} if the site does not take it, otherwise
     *     {@code no-answer}
     */
    record Unknown(String code, String why) implements Vote {
        public Unknown(String why) {
            this("no-answer", why);
        }
    }
}
