package dev.berth.api.web;

import dev.berth.api.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page for people: its own modules, and lit and d3 from their WebJars.
 *
 * <p>Every file but the first has an address that changes with the {@link Edition}, so that browsers may keep it for good. Lit
 * imports its parts by bare names, for which browsers want an import map; maps must be inline, which the policy forbids, so the
 * names are turned into addresses here.
 */
final class Page {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final Pattern ADDRESS =
            Pattern.compile("/page/([a-z0-9]+)/(?:vendor/([a-z0-9_-]+)/)?((?:[a-z0-9-]+/)*[a-z0-9.-]+\\.(js|css|svg))");
    private static final Map<String, String> TYPES =
            Map.of("js", "text/javascript; charset=utf-8", "css", "text/css; charset=utf-8", "svg", "image/svg+xml");
    private static final Pattern BARE =
            Pattern.compile("(from|import)\"(@lit/reactive-element|lit-html|lit-element)(/[^\"]+)?\"");
    private static final Map<String, String> MODULES = Map.of(
            "@lit/reactive-element", "lit__reactive-element/reactive-element.js",
            "lit-html", "lit-html/lit-html.js",
            "lit-element", "lit-element/lit-element.js");

    private static final Map<String, WebJar> WEB_JARS = Stream.of(
                    "lit", "lit-html", "lit-element", "lit__reactive-element", "d3")
            .map(name -> WebJar.of("org.webjars.npm", name))
            .collect(Collectors.toMap(WebJar::name, jar -> jar));
    /** The files are those of the program: they are read once a process, however many services it has. */
    private static final String EDITION =
            Edition.of(Objects.requireNonNull(Page.class.getResource("/page/index.html")), WEB_JARS.values());

    /** Edition of the files of the page: part of their addresses, and the same until a file changes. */
    static String edition() {
        return EDITION;
    }

    /** The file at an address; empty if there is none. */
    Optional<Answer> get(String path) {
        if (path.equals("/")) {
            String first = text(WebJar.resource("/page/index.html")).replace("{edition}", EDITION);
            return Optional.of(guarded(Answer.text("text/html; charset=utf-8", first)));
        }
        Matcher address = ADDRESS.matcher(path);
        if (!address.matches() || !address.group(1).equals(EDITION)) {
            return Optional.empty();
        }
        return content(address.group(2), address.group(3))
                .map(bytes -> guarded(Answer.bytes(TYPES.getOrDefault(address.group(4), "text/plain"), bytes))
                        .with("Cache-Control", "public, max-age=31536000, immutable"));
    }

    private Optional<byte[]> content(@Nullable String webJar, String file) {
        if (webJar == null) {
            return WebJar.found("/page/" + file);
        }
        return Optional.ofNullable(WEB_JARS.get(webJar))
                .flatMap(jar -> jar.file(file))
                .map(bytes -> webJar.startsWith("lit") ? linked(bytes) : bytes);
    }

    private static byte[] linked(byte[] module) {
        return BARE.matcher(text(module))
                .replaceAll(name -> "%s\"../%s\""
                        .formatted(
                                name.group(1),
                                name.group(3) == null ? MODULES.get(name.group(2)) : name.group(2) + name.group(3)))
                .getBytes(StandardCharsets.UTF_8);
    }

    static Answer guarded(Answer answer) {
        return answer.with("Content-Security-Policy", POLICY)
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
