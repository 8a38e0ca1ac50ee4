package dev.berth.api.web;

/** Somebody else listens where the service is to listen. */
public final class PortTaken extends RuntimeException {
    PortTaken(String host, int port) {
        super("somebody else listens on %s port %d".formatted(host, port));
    }
}
