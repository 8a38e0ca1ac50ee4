package dev.berth.api;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A cookie of one name, as browsers send it back. */
public final class SentCookie {
    private final Pattern pattern;

    public SentCookie(String name) {
        this.pattern = Pattern.compile("(?:^|;)\\s*" + Pattern.quote(name) + "=([A-Za-z0-9_-]{1,200})(?=;|\\s*$)");
    }

    /** Its value; empty if there is none, or one that the service cannot have given. */
    public Optional<String> in(Function<String, Optional<String>> headers) {
        return headers.apply("Cookie")
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1));
    }
}
