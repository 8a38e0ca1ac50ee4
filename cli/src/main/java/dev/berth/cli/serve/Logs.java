package dev.berth.cli.serve;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What the libraries log: on standard error, and only what an operator has to know. */
final class Logs {
    /** Held, because the JDK forgets the level of a logger that nobody holds. */
    private static final Logger ROOT = Logger.getLogger("");

    /** A port that is taken is told by the command, without a stack trace. */
    private static final Logger LISTENER = Logger.getLogger("io.helidon.webserver.LoomServer");

    private Logs() {}

    static void warningsOnly() {
        ROOT.setLevel(Level.WARNING);
        LISTENER.setLevel(Level.OFF);
    }
}
