package dev.berth.service.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** What is served beside the API: its description, and Swagger UI to try it out, from its WebJar. */
final class Documents {
    private static final Map<String, String> TYPES = Map.of(
            "swagger-ui.css", "text/css; charset=utf-8",
            "index.css", "text/css; charset=utf-8",
            "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
            "favicon-32x32.png", "image/png");
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

    private final String version = version();

    /** The document at a path; empty if there is none. Only files that are known by name are looked for. */
    Optional<Answer> get(String path) {
        return switch (path) {
            case "/openapi.yaml" -> Optional.of(Answer.bytes("application/yaml", resource("/openapi.yaml")));
            case "/", "/docs" -> Optional.of(new Answer(302, "", Answer::none, Map.of("Location", "/docs/"), null));
            case "/docs/" -> Optional.of(Answer.text("text/html; charset=utf-8", PAGE));
            case "/docs/start.js" -> Optional.of(Answer.text("text/javascript; charset=utf-8", START));
            default ->
                Optional.ofNullable(path.startsWith("/docs/") ? TYPES.get(path.substring(6)) : null)
                        .map(type -> Answer.bytes(
                                type,
                                resource("/META-INF/resources/webjars/swagger-ui/" + version + "/"
                                        + path.substring(6))));
        };
    }

    private static String version() {
        Properties properties = new Properties();
        try {
            properties.load(new java.io.StringReader(new String(
                    resource("/META-INF/maven/org.webjars/swagger-ui/pom.properties"), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "");
    }

    private static byte[] resource(String name) {
        try (InputStream in = Documents.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not packaged: " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
