package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide as the service shows it: every page is there, and every link leads somewhere. */
class GuidePagesTest {
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        service = new TestService(data);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private HttpResponse<String> get(URI address) {
        return service.response(HttpRequest.newBuilder(address).build());
    }

    /** Answers to all addresses reachable from the index, by address without anchor. */
    private Map<URI, HttpResponse<String>> crawled(List<String> broken) {
        Map<URI, HttpResponse<String>> found = new HashMap<>();
        Deque<URI> open = new ArrayDeque<>();
        open.add(service.root("/docs/"));
        while (!open.isEmpty()) {
            URI address = open.remove();
            if (found.containsKey(address)) {
                continue;
            }
            HttpResponse<String> answer = get(address);
            found.put(address, answer);
            if (answer.statusCode() != 200) {
                broken.add(address + " is answered with " + answer.statusCode());
            } else if (isPage(address, answer)) {
                links(address, answer).forEach(link -> open.add(withoutAnchor(link)));
            }
        }
        return found;
    }

    /** Not the page for people nor that of the API, which have tests of their own. */
    private boolean isPage(URI address, HttpResponse<String> answer) {
        return address.getPath().startsWith("/docs/")
                && !address.getPath().equals("/docs/api")
                && answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html");
    }

    private static Stream<URI> links(URI address, HttpResponse<String> page) {
        return LINK.matcher(page.body())
                .results()
                .map(link -> address.resolve(link.group(1)))
                .filter(link -> address.getAuthority().equals(link.getAuthority()));
    }

    private static URI withoutAnchor(URI address) {
        return URI.create(address.toString().replaceFirst("#.*", ""));
    }

    @Test
    void everyLink_leadsSomewhere() {
        List<String> broken = new ArrayList<>();
        Map<URI, HttpResponse<String>> found = crawled(broken);
        found.forEach((address, page) -> {
            if (isPage(address, page)) {
                links(address, page).filter(link -> link.getFragment() != null).forEach(link -> {
                    String target = found.get(withoutAnchor(link)).body();
                    if (!target.contains("id=\"" + link.getFragment() + "\"")) {
                        broken.add(address + " links to " + link + ", which has no such heading");
                    }
                });
            }
        });
        assertThat(broken).isEmpty();
        assertThat(found).hasSizeGreaterThan(20);
    }

    @Test
    void everyPageOfTheGuide_isFoundFromTheIndex() throws IOException {
        Map<URI, HttpResponse<String>> found = crawled(new ArrayList<>());
        try (Stream<Path> files = Files.list(Path.of("../docs/guide"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".md", ""))
                            .filter(name -> !name.equals("README"))
                            .map(name -> service.root("/docs/" + name)))
                    .isNotEmpty()
                    .allSatisfy(address -> assertThat(found).containsKey(address));
        }
    }

    @Test
    void pages_areGuardedAndRunNoScript() {
        HttpResponse<String> page = get(service.root("/docs/users"));
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "frame-ancestors 'none'");
        assertThat(page.body())
                .contains("<h1 id=\"guide-for-users\">Guide for users</h1>", "<table>")
                .doesNotContain("<script", "&lt;!--", "minutes pass");
    }

    @Test
    void whatIsNoPage_isNotThere() {
        for (String path : new String[] {
            "/docs/users.md",
            "/docs/guide/users",
            "/docs/README",
            "/docs/../openapi.yaml",
            "/docs/%2e%2e/openapi.yaml",
            "/docs/images/",
            "/docs/images/..%2fpapers",
            "/docs/packages.txt",
            "/docs//users"
        }) {
            assertThat(get(service.root(path)).statusCode()).as(path).isEqualTo(404);
        }
    }
}
