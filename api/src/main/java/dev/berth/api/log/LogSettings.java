package dev.berth.api.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.wire.Fields;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Settings for the content and format of the log: {@code log} of {@code site.yaml}.
 *
 * @param level the least important records of Berth itself
 * @param access whether every request is a record
 */
public record LogSettings(LogFormat format, Level level, boolean access) {
    public static final LogSettings DEFAULT = new LogSettings(LogFormat.TEXT, Level.INFO, false);

    private static final List<Level> LEVELS = List.of(Level.DEBUG, Level.INFO, Level.WARN);

    public static LogSettings read(@Nullable Fields fields) {
        if (fields == null) {
            return DEFAULT;
        }
        LogFormat format = fields.oneOf("format", LogFormat.class);
        Level level = fields.parsed("level", "must be one of debug, info, warn", LogSettings::level);
        Boolean access = fields.value("access", "must be on or off", LogSettings::isOn);
        fields.closed();
        return new LogSettings(
                format == null ? DEFAULT.format() : format,
                level == null ? DEFAULT.level() : level,
                access == null ? DEFAULT.access() : access);
    }

    private static Level level(String text) {
        return LEVELS.stream()
                .filter(each -> name(each).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    public static String name(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    /** Readers of YAML take an {@code on} without quotes for a text or for true, according to their version. */
    private static @Nullable Boolean isOn(JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        return switch (value.asText()) {
            case "on" -> true;
            case "off" -> false;
            default -> null;
        };
    }

    public LogSettings withAccess(boolean other) {
        return new LogSettings(format, level, other);
    }

    public LogSettings withLevel(Level other) {
        return new LogSettings(format, other, access);
    }

    /** Format and level that are asked of the log of the process. */
    public Log.Style style() {
        return new Log.Style(format, level);
    }
}
