package dev.berth.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Files of the page that a browser would load, checked without a browser. */
class PageTest {
    private static final Pattern LINK = Pattern.compile("(?:src|href)=\"(page/[^\"]+)\"");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^\\s*(?:import|export)?\\b[^'\"\\n]*?\\b(?:from|import)\\s*['\"]([^'\"]+)['\"]");

    private final Page page = new Page();

    @Test
    void everythingThatIsImportedIsThere() {
        Deque<String> open = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        LINK.matcher(text("/")).results().map(link -> "/" + link.group(1)).forEach(open::add);
        assertThat(open).hasSizeGreaterThan(5);
        while (!open.isEmpty()) {
            String path = open.pop();
            if (seen.add(path) && path.endsWith(".js") && !path.contains("/d3/")) {
                for (MatchResult found : IMPORT.matcher(text(path)).results().toList()) {
                    assertThat(found.group(1)).as(path).startsWith(".");
                    open.add(java.net.URI.create(path).resolve(found.group(1)).getPath());
                }
            } else {
                assertThat(page.get(path)).as(path).isPresent();
            }
        }
        assertThat(seen).hasSizeGreaterThan(25).anyMatch(path -> path.endsWith("/vendor/lit-html/lit-html.js"));
    }

    @Test
    void allIsGuardedAndOnlyTheFirstIsReadAnew() {
        Answer first = page.get("/").orElseThrow();
        assertThat(first.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self';", "style-src 'self';")
                .doesNotContain("unsafe");
        assertThat(first.header("Cache-Control")).isEmpty();
        String module = LINK.matcher(text("/"))
                .results()
                .map(link -> "/" + link.group(1))
                .filter(path -> path.endsWith("app.js"))
                .findFirst()
                .orElseThrow();
        assertThat(page.get(module).orElseThrow().header("Cache-Control")).contains("immutable");
        assertThat(text("/")).doesNotContain("<style", "style=", "onclick").containsPattern("<script [^>]*src=");
    }

    @Test
    void nothingElseIsServed() {
        String edition = text("/").replaceAll("(?s).*?page/([a-z0-9]+)/.*", "$1");
        for (String path : new String[] {
            "/page/other/app.js",
            "/page/" + edition + "/../openapi.yaml",
            "/page/" + edition + "/../logback.js",
            "/page/" + edition + "/index.html",
            "/page/" + edition + "/none.js",
            "/page/" + edition + "/vendor/swagger-ui/swagger-ui.css",
            "/page/" + edition + "/vendor/lit/../d3/dist/d3.js",
            "/page/" + edition + "//app.js"
        }) {
            assertThat(page.get(path)).as(path).isEmpty();
        }
    }

    private String text(String path) {
        return new String(
                page.get(path).orElseThrow(() -> new AssertionError(path)).body(), StandardCharsets.UTF_8);
    }
}
