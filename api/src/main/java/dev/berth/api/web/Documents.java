package dev.berth.api.web;

import dev.berth.api.Answer;
import java.util.Map;
import java.util.Optional;

/** Documents beside the API: the page, the guide, the description, and Swagger UI to try it out, from its WebJar. */
public final class Documents {
    private static final Map<String, String> TYPES = Map.of(
            "swagger-ui.css", "text/css; charset=utf-8",
            "index.css", "text/css; charset=utf-8",
            "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
            "favicon-32x32.png", "image/png");
    /** Swagger UI sets styles in its elements and draws its icons from data. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
            + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Berth API</title>
            <link rel="stylesheet" href="swagger-ui.css">
            <link rel="stylesheet" href="index.css">
            <link rel="icon" type="image/png" href="favicon-32x32.png">
            </head>
            <body>
            <div id="page"></div>
            <script src="swagger-ui-bundle.js"></script>
            <script src="start.js"></script>
            </body>
            </html>
            """;
    private static final String START = """
            SwaggerUIBundle({url: '../openapi.yaml', dom_id: '#page', deepLinking: true});
            """;

    private final WebJar swagger = WebJar.of("org.webjars", "swagger-ui");
    private final Page page = new Page();
    private final Guide guide = new Guide(Page.edition());

    /** The document at a path; empty if there is none. Only files that are known by name are looked for. */
    public Optional<Answer> get(String path) {
        return switch (path) {
            case "/openapi.yaml" -> Optional.of(Answer.bytes("application/yaml", WebJar.resource("/openapi.yaml")));
            case "/docs" -> Optional.of(new Answer(302, "", Answer::none, Map.of("Location", "/docs/"), null));
            case "/docs/api" -> Optional.of(guarded(Answer.text("text/html; charset=utf-8", PAGE)));
            case "/docs/start.js" -> Optional.of(guarded(Answer.text("text/javascript; charset=utf-8", START)));
            default -> path.startsWith("/docs/") ? document(path.substring(6)) : page.get(path);
        };
    }

    private Optional<Answer> document(String address) {
        return guide.get(address).map(Page::guarded).or(() -> swagger(address));
    }

    private Optional<Answer> swagger(String file) {
        return Optional.ofNullable(TYPES.get(file))
                .flatMap(type -> swagger.file(file).map(bytes -> guarded(Answer.bytes(type, bytes))));
    }

    private static Answer guarded(Answer answer) {
        return answer.with("Content-Security-Policy", POLICY).with("Referrer-Policy", "no-referrer");
    }
}
