package dev.berth.cli.remote;

import org.jspecify.annotations.Nullable;

/** The query of a URL, put together from what was told. */
public final class QueryString {
    private final StringBuilder text = new StringBuilder();

    public QueryString with(String name, @Nullable Object value) {
        if (value != null) {
            text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(Remote.encoded(value.toString()));
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
