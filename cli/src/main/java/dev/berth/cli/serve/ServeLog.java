package dev.berth.cli.serve;

import dev.berth.api.log.JdkLogs;
import dev.berth.api.log.Journald;
import dev.berth.api.log.Log;
import dev.berth.api.log.LogSettings;
import dev.berth.cli.console.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of a process that serves: all that it has to say, on standard error. */
public final class ServeLog {
    private static final Logger LOG = LoggerFactory.getLogger(ServeLog.class);

    private ServeLog() {}

    /** For a command that is no service: warnings, of libraries as well, on standard error. */
    static void warningsOnly() {
        JdkLogs.redirect();
    }

    /** Opens the log, for libraries and for threads that die as well. */
    static Log open(Environment environment) {
        Log log = Log.open(environment.streams().err(), Journald.isThere(environment.variables()));
        JdkLogs.redirect();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> LOG.atError()
                .addKeyValue("thread", thread.getName())
                .setCause(e)
                .log("A thread died"));
        return log;
    }

    /** The same for a process that serves one site. */
    public static Log open(Environment environment, LogSettings settings) {
        Log log = open(environment);
        log.set("", settings.style());
        return log;
    }
}
