package dev.berth.service.signin;

import java.util.List;
import java.util.Optional;

/** Names of browsers and systems for people, read from the user agent. Only meant to help people recognise their own sessions. */
public final class Browsers {
    /** The first that is found counts: most name others as well, to be taken for them. */
    private static final List<Name> BROWSERS = List.of(
            new Name("berth", "Berth shell"),
            new Name("Edg", "Edge"),
            new Name("OPR/", "Opera"),
            new Name("Firefox/", "Firefox"),
            new Name("Chrome/", "Chrome"),
            new Name("Safari/", "Safari"));

    private static final List<Name> SYSTEMS = List.of(
            new Name("Android", "Android"),
            new Name("iPhone", "iPhone"),
            new Name("iPad", "iPad"),
            new Name("Windows", "Windows"),
            new Name("Mac OS X", "macOS"),
            new Name("Linux", "Linux"));

    private Browsers() {}

    private record Name(String mark, String words) {}

    public static String named(String userAgent) {
        Optional<String> browser = first(BROWSERS, userAgent);
        Optional<String> system = first(SYSTEMS, userAgent);
        if (browser.isEmpty()) {
            return system.map(name -> "Unknown browser on " + name).orElse("Unknown program");
        }
        return system.map(name -> browser.get() + " on " + name).orElse(browser.get());
    }

    private static Optional<String> first(List<Name> names, String userAgent) {
        return names.stream()
                .filter(name -> userAgent.contains(name.mark()))
                .map(Name::words)
                .findFirst();
    }
}
