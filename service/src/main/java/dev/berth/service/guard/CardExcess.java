package dev.berth.service.guard;

import dev.berth.engine.model.ReservationId;
import java.util.List;

/**
 * Memory of a card that a user has taken beyond what their reservations have of it.
 *
 * @param user the Unix user
 * @param server the name of the server that the card is in
 * @param card its number there
 * @param used MiB of all processes of the user on the card
 * @param booked MiB that the reservations have of it together
 * @param reservations all of the user that have a share of the card
 * @param since when more than the share was first seen
 */
public record CardExcess(
        String host,
        String user,
        String server,
        int card,
        long used,
        long booked,
        List<ReservationId> reservations,
        long since) {
    /** The same excess, however large it is. */
    record Key(String user, String server, int card) {}

    Key key() {
        return new Key(user, server, card);
    }

    CardExcess seenSince(long time) {
        return new CardExcess(host, user, server, card, used, booked, reservations, time);
    }
}
