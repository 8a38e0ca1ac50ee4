package dev.berth.api.log;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Where the records of this process go. There is one log, as there is one standard error, however many sites the process serves.
 * Before a service has opened it, warnings go to standard error: a command need not set up anything.
 */
public final class Log implements AutoCloseable {
    /** The logger of requests. It is turned on by itself, so the level does not turn it off. */
    public static final String ACCESS = "dev.berth.access";

    private static final Log UNOPENED = new Log(null, false);

    /** Site that the thread works for, where there are several; threads inherit it from the one that starts them. */
    private static final InheritableThreadLocal<String> SITE = new InheritableThreadLocal<>();

    private static volatile Log current = UNOPENED;

    /** Null for standard error as it is when something is written. */
    private final @Nullable PrintStream out;

    private final boolean isJournal;
    private final Map<String, Style> styles = new TreeMap<>();
    private volatile Style style;

    /**
     * Format and level that a site asks of the log.
     *
     * @param level the least important records of Berth itself; libraries log warnings and errors
     */
    public record Style(LogFormat format, Level level) {
        public static final Style DEFAULT = new Style(LogFormat.TEXT, Level.INFO);
    }

    private Log(@Nullable PrintStream out, boolean isJournal) {
        this.out = out;
        this.isJournal = isJournal;
        this.style = new Style(LogFormat.TEXT, out == null ? Level.WARN : Level.INFO);
    }

    /**
     * Writes records to a stream until it is closed.
     *
     * @param isJournal whether the stream is connected to the journal of systemd
     */
    public static Log open(PrintStream out, boolean isJournal) {
        Log log = new Log(out, isJournal);
        current = log;
        return log;
    }

    /** The one that is open now. */
    static Log current() {
        return current;
    }

    /**
     * Sets how records are written. If sites of one process differ, the most detailed level counts, and the format of the first
     * site by name: whichever starts first, the result is the same.
     *
     * @param site empty if the process serves one
     * @return whether this site gets the format it asks for
     */
    public synchronized boolean set(String site, Style wanted) {
        styles.put(site, wanted);
        return settle().format() == wanted.format();
    }

    /** The site is no longer served. */
    public synchronized void forget(String site) {
        styles.remove(site);
        if (!styles.isEmpty()) {
            settle();
        }
    }

    private Style settle() {
        LogFormat format = styles.values().iterator().next().format();
        Level level = styles.values().stream()
                .map(Style::level)
                .min(Comparator.comparingInt(Level::toInt))
                .orElseThrow();
        style = new Style(format, level);
        return style;
    }

    /** Does something for one of several sites: what is logged meanwhile, and by threads that are started, has its name. */
    public static void about(String site, Runnable work) {
        String before = SITE.get();
        SITE.set(site);
        try {
            work.run();
        } finally {
            if (before == null) {
                SITE.remove();
            } else {
                SITE.set(before);
            }
        }
    }

    boolean accepts(String logger, Level level) {
        Level least = Logged.isOurs(logger) ? style.level() : Level.WARN;
        return level.toInt() >= least.toInt() || logger.equals(ACCESS);
    }

    void write(Logged logged) {
        Style now = style;
        LogFormat.Shape shape = new LogFormat.Shape(ZoneId.systemDefault(), isJournal, now.level() == Level.DEBUG);
        byte[] line = now.format().line(withSite(logged), shape).getBytes(StandardCharsets.UTF_8);
        PrintStream to = out == null ? System.err : out;
        // In one piece: the lines of threads must not mix.
        to.write(line, 0, line.length);
        to.flush();
    }

    /** Adds the site by the name of its file, which is what operators call a site where there are several. */
    private static Logged withSite(Logged logged) {
        String site = SITE.get();
        if (site == null) {
            return logged;
        }
        List<Logged.Field> fields = new ArrayList<>(logged.fields());
        fields.removeIf(field -> field.key().equals("site"));
        fields.add(new Logged.Field("site", site));
        return new Logged(logged.time(), logged.level(), logged.logger(), logged.words(), fields, logged.cause());
    }

    /** Later records go to standard error again, if nobody else has opened the log since. */
    @Override
    public void close() {
        if (current == this) {
            current = UNOPENED;
        }
    }
}
