package dev.berth.api.log;

import java.time.Instant;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Lets libraries that log to the JDK, as Helidon and the driver of PostgreSQL do, write to {@link Log} as well. */
public final class JdkLogs extends Handler {
    /** Held, because the JDK forgets the level of a logger that nobody holds. */
    private static final Logger ROOT = Logger.getLogger("");

    /** A port that is taken is told by the command, without a stack trace. */
    private static final Logger LISTENER = Logger.getLogger("io.helidon.webserver.LoomServer");

    private static final Formatter WORDS = new SimpleFormatter();

    private JdkLogs() {}

    /** From now on, for this process. */
    public static synchronized void redirect() {
        ROOT.setLevel(Level.WARNING);
        LISTENER.setLevel(Level.OFF);
        for (Handler each : ROOT.getHandlers()) {
            ROOT.removeHandler(each);
        }
        ROOT.addHandler(new JdkLogs());
    }

    @Override
    public void publish(java.util.logging.LogRecord logged) {
        String logger = String.valueOf(logged.getLoggerName());
        org.slf4j.event.Level level = level(logged.getLevel());
        Log log = Log.current();
        if (log.accepts(logger, level)) {
            Instant time = logged.getInstant();
            log.write(new Logged(
                    time, level, logger, String.valueOf(WORDS.formatMessage(logged)), List.of(), logged.getThrown()));
        }
    }

    private static org.slf4j.event.Level level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return org.slf4j.event.Level.ERROR;
        }
        if (value >= Level.WARNING.intValue()) {
            return org.slf4j.event.Level.WARN;
        }
        return value >= Level.INFO.intValue() ? org.slf4j.event.Level.INFO : org.slf4j.event.Level.DEBUG;
    }

    @Override
    public void flush() {
        // Nothing is kept back.
    }

    @Override
    public void close() {
        // The stream belongs to the process.
    }
}
