package dev.berth.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads server-sent events. */
final class EventStream implements AutoCloseable {
    private final HttpURLConnection connection;
    private final BufferedReader lines;
    private final int status;

    private EventStream(HttpURLConnection connection) throws IOException {
        this.connection = connection;
        this.status = connection.getResponseCode();
        InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    static EventStream open(TestService service, String as, String last) {
        return open(service, as, last, "");
    }

    /** The same for a browser, with its cookie. */
    static EventStream open(TestService service, String as, String last, String cookie) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) service.uri("/events").toURL().openConnection();
            connection.setReadTimeout(10_000);
            if (!as.isEmpty()) {
                connection.setRequestProperty("Authorization", "Bearer " + service.tokens.get(as));
            }
            if (!cookie.isEmpty()) {
                connection.setRequestProperty("Cookie", cookie);
            }
            if (!last.isEmpty()) {
                connection.setRequestProperty("Last-Event-ID", last);
            }
            return new EventStream(connection);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int status() {
        return status;
    }

    /** The code of the problem there is in place of a stream. */
    String code() {
        try {
            return TestService.JSON.readTree(lines).path("code").asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next message that says something: its fields. Empty at the end. */
    Map<String, String> next() {
        Map<String, String> fields = new HashMap<>();
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && !fields.isEmpty()) {
                    return fields;
                }
                int colon = line.indexOf(": ");
                if (colon > 0) {
                    fields.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
            return fields;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
