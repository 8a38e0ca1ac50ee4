package dev.berth.api.log;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** A logger of SLF4J that writes to {@link Log}, with the keys and values that it was given. */
final class SiteLogger extends LegacyAbstractLogger implements LoggingEventAware {
    private static final long serialVersionUID = 1;

    SiteLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return accepts(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return accepts(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return accepts(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return accepts(Level.ERROR);
    }

    private boolean accepts(Level level) {
        return Log.current().accepts(name, level);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String message,
            Object @Nullable [] arguments,
            @Nullable Throwable cause) {
        write(level, message, arguments, List.of(), cause);
    }

    @Override
    public void log(LoggingEvent event) {
        List<KeyValuePair> pairs = Objects.requireNonNullElse(event.getKeyValuePairs(), List.of());
        write(
                event.getLevel(),
                event.getMessage(),
                event.getArgumentArray(),
                pairs.stream()
                        .map(pair -> new Logged.Field(pair.key, Objects.requireNonNullElse(pair.value, "")))
                        .toList(),
                event.getThrowable());
    }

    private void write(
            Level level,
            @Nullable String message,
            Object @Nullable [] arguments,
            List<Logged.Field> fields,
            @Nullable Throwable cause) {
        String words = arguments == null ? message : MessageFormatter.basicArrayFormat(message, arguments);
        Log.current().write(new Logged(Instant.now(), level, name, String.valueOf(words), fields, cause));
    }
}
