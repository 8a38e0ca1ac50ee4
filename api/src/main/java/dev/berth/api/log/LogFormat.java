package dev.berth.api.log;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.slf4j.event.Level;

/** How a record becomes a line. */
public enum LogFormat {
    /** For people: {@code 2026-11-16T08:00:00.000+01:00 WARN Reservation displaced reservation=r17 user=anna}. */
    TEXT {
        @Override
        void append(StringBuilder out, Logged logged, Shape shape) {
            if (!shape.isJournal()) {
                // The journal has a time of its own, and shows it.
                out.append(time(logged, shape)).append(' ');
            }
            out.append(logged.level()).append(' ');
            Escapes.appendWords(out, logged.words());
            logged.fields().forEach(field -> field(out, field.key(), field.text()));
            if (logged.cause() != null) {
                field(out, "cause", logged.causeInWords());
            }
            if (!logged.isOurs()) {
                field(out, "logger", logged.logger());
            }
            if (shape.hasTrace(logged)) {
                field(out, "trace", logged.trace());
            }
        }
    },
    /** For programs: an object with {@code time}, {@code level}, {@code message} and {@code fields}. */
    JSON {
        @Override
        void append(StringBuilder out, Logged logged, Shape shape) {
            out.append('{');
            member(out, "time", time(logged, shape));
            member(out.append(','), "level", logged.level().toString().toLowerCase(Locale.ROOT));
            member(out.append(','), "message", logged.words());
            member(out.append(','), "logger", logged.logger());
            out.append(",\"fields\":{");
            String comma = "";
            for (Logged.Field field : logged.fields()) {
                quoted(out.append(comma), field.key());
                out.append(':');
                if (field.isLiteral()) {
                    out.append(field.text());
                } else {
                    quoted(out, field.text());
                }
                comma = ",";
            }
            out.append('}');
            if (logged.cause() != null) {
                member(out.append(','), "cause", logged.causeInWords());
                member(out.append(','), "trace", logged.trace());
            }
            out.append('}');
        }
    };

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);

    /**
     * Shape of a line, apart from its format.
     *
     * @param isJournal whether the lines go to the journal of systemd
     * @param isDetailed whether every record says where in the program it comes from
     */
    record Shape(ZoneId zone, boolean isJournal, boolean isDetailed) {
        /** Whether to print the stack trace. Errors always have one: they are unexpected, and nobody can fix them without it. */
        boolean hasTrace(Logged logged) {
            return logged.cause() != null && (isDetailed || logged.level() == Level.ERROR);
        }
    }

    abstract void append(StringBuilder out, Logged logged, Shape shape);

    /** The line, with its end. */
    String line(Logged logged, Shape shape) {
        StringBuilder out = new StringBuilder(200);
        if (shape.isJournal()) {
            out.append(Journald.prefix(logged.level()));
        }
        append(out, logged, shape);
        return out.append('\n').toString();
    }

    private static String time(Logged logged, Shape shape) {
        return TIME.format(logged.time().atZone(shape.zone()));
    }

    private static void field(StringBuilder out, String key, String value) {
        out.append(' ');
        Escapes.appendWords(out, key);
        out.append('=');
        boolean isBare = !value.isEmpty()
                && Escapes.isPlain(value)
                && value.chars().noneMatch(each -> each == '=' || Character.isSpaceChar(each));
        if (isBare) {
            out.append(value);
        } else {
            quoted(out, value);
        }
    }

    private static void member(StringBuilder out, String key, String value) {
        quoted(out, key);
        quoted(out.append(':'), value);
    }

    private static void quoted(StringBuilder out, String text) {
        out.append('"');
        Escapes.append(out, text);
        out.append('"');
    }
}
