package dev.berth.cli.serve;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What the libraries log: on standard error, and only what an operator has to know. */
final class Logs {
    /** Held, because the JDK forgets the level of a logger that nobody holds. */
    private static final Logger ROOT = Logger.getLogger("");

    private Logs() {}

    static void warningsOnly() {
        ROOT.setLevel(Level.WARNING);
    }
}
