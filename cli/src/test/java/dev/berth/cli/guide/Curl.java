package dev.berth.cli.guide;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.List;

/** Subset of curl that the guide uses: {@code -s}, {@code -X}, {@code -H} and {@code -d}. */
final class Curl {
    private Curl() {}

    static int run(List<String> words, PrintStream out) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder();
        String method = "GET";
        String body = "";
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "-s" -> {}
                case "-X" -> method = rest.next();
                case "-H" -> {
                    String[] header = rest.next().split(": ", 2);
                    request.header(header[0], header[1]);
                }
                case "-d" -> {
                    body = rest.next();
                    method = method.equals("GET") ? "POST" : method;
                }
                default -> request.uri(URI.create(word));
            }
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    request.method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            out.println(answer.body());
            // As with --fail: an example that is refused is a wrong one.
            return answer.statusCode() < 400 ? 0 : 22;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
