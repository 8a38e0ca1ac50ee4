package dev.berth.api.web;

import dev.berth.api.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The documents of Berth as pages for browsers: those of docs/ that the index of the guide leads to, and their pictures. They are
 * rendered when the first one is asked for. Only what was found then is ever served, by its exact address.
 *
 * <p>docs/guide/users.md is {@code /docs/users}, docs/papers.md is {@code /docs/papers}, and the index is {@code /docs/}.
 */
final class Guide {
    private static final String INDEX = "guide/README.md";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String PICTURE = "image/png";

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>{title} – Berth</title>
            <link rel="icon" type="image/svg+xml" href="{up}../page/{edition}/berth.svg">
            <link rel="stylesheet" href="{up}../page/{edition}/style/base.css">
            <link rel="stylesheet" href="{up}../page/{edition}/style/layout.css">
            <link rel="stylesheet" href="{up}../page/{edition}/style/guide.css">
            </head>
            <body>
            <header class="top">
            <a class="brand" href="{up}../">Berth</a>
            <nav aria-label="Guide"><a href="{up}./">Guide</a><a href="{up}users">Users</a><a href="{up}operators">Operators</a>\
            <a href="{up}site-yaml">site.yaml</a><a href="{up}researchers">Researchers</a><a href="{up}embedding">Programs</a>\
            <a href="{up}words">Words</a><a href="{up}api">API</a></nav>
            </header>
            <main class="guide">
            {body}
            </main>
            </body>
            </html>
            """;

    private final String edition;
    private final Map<String, Answer> documents = new HashMap<>();

    /** The edition is that of the page, whose styles are used here as well. */
    Guide(String edition) {
        this.edition = edition;
    }

    /** The document at an address below {@code /docs/}; empty if there is none. */
    synchronized Optional<Answer> get(String address) {
        if (documents.isEmpty()) {
            read();
        }
        return Optional.ofNullable(documents.get(address));
    }

    private void read() {
        Map<String, MarkdownPage> pages = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(INDEX);
        while (!open.isEmpty()) {
            String file = open.remove();
            if (!pages.containsKey(file) && file.endsWith(".md")) {
                WebJar.found("/docs/" + file).ifPresent(bytes -> {
                    MarkdownPage page = new MarkdownPage(file, new String(bytes, StandardCharsets.UTF_8));
                    pages.put(file, page);
                    open.addAll(page.files());
                });
            }
        }
        Map<String, String> addresses = new HashMap<>();
        pages.keySet().forEach(file -> addresses.put(file, address(file)));
        for (MarkdownPage page : pages.values()) {
            for (String picture : page.files()) {
                if (picture.endsWith(".png")) {
                    WebJar.found("/docs/" + picture).ifPresent(bytes -> {
                        addresses.put(picture, picture);
                        documents.put(picture, Answer.bytes(PICTURE, bytes).with("Cache-Control", "max-age=3600"));
                    });
                }
            }
        }
        pages.forEach((file, page) ->
                documents.put(address(file), Answer.text(HTML, html(address(file), page, addresses))));
    }

    /** Address of a page; pages of the guide, which most people read, have short ones. */
    private static String address(String file) {
        return file.equals(INDEX) ? "" : file.replaceFirst("^guide/", "").replaceFirst("\\.md$", "");
    }

    private String html(String address, MarkdownPage page, Map<String, String> addresses) {
        String up = address.contains("/") ? "../" : "";
        String here = "<a href=\"" + up + (address.isEmpty() ? "./" : address) + "\"";
        return PAGE.replace("{title}", page.title())
                .replace("{edition}", edition)
                .replace("{up}", up)
                .replace(here, here + " aria-current=\"page\"")
                .replace(
                        "{body}",
                        page.html(target -> Optional.ofNullable(addresses.get(target))
                                .map(found -> up + (found.isEmpty() ? "./" : found))));
    }
}
