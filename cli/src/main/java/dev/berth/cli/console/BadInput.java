package dev.berth.cli.console;

/** Input of the user that cannot be used; the message says where, what was found and what would be right. */
public class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(message);
    }
}
