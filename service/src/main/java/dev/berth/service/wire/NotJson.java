package dev.berth.service.wire;

/** Bytes that are not a JSON object that could be meant. */
public final class NotJson extends RuntimeException {
    public NotJson(String message) {
        super(message, null, false, false);
    }
}
