package dev.berth.service.use;

/**
 * Piece of a reservation that can be given back by itself: one of its servers, or a card of one of its hosts.
 *
 * @param device the bit of the card among the devices of its host; {@link #WHOLE} for a server without parts
 */
record IdlePiece(int server, int device) {
    static final int WHOLE = -1;

    static IdlePiece server(int number) {
        return new IdlePiece(number, WHOLE);
    }

    boolean isServer() {
        return device == WHOLE;
    }
}
