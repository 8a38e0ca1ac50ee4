package dev.berth.api;

import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A service in a process of its own with little memory, to be filled and killed. */
final class SmallService implements AutoCloseable {
    private static final List<String> OF_TESTS = List.of(
            "/byte-buddy", "/bcpkix", "/bcprov", "/freemarker", "/kotlin", "/netty", "/okhttp", "/mock-oauth2-server");

    private final Process process;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    private final String token;

    /** Starts it on the data, as it was left there; fails if it does not get as far as listening. */
    SmallService(Path data, String memory) {
        try {
            process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-XX:+ExitOnOutOfMemoryError",
                            "-Xshare:auto",
                            "-Xmx" + memory,
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            classPath(),
                            SmallService.class.getName(),
                            data.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            while (line != null && !line.startsWith("listens ")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new AssertionError("it did not start with " + memory + " of memory: exit " + process.waitFor());
            }
            // Nobody reads what it says next; it must not wait for that.
            Thread.ofVirtual().start(() -> out.lines().forEach(ignored -> {}));
            String[] portAndToken = line.split(" ", -1);
            port = Integer.parseInt(portAndToken[1]);
            token = TestService.JSON
                    .readTree(exchange("", "POST", "/sign-in", "{\"token\":\"" + portAndToken[2] + "\"}")
                            .body())
                    .path("token")
                    .asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Without large libraries of the tests: the table of contents of every jar is kept in memory, and a service has none of these. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> OF_TESTS.stream().noneMatch(each::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The process itself. */
    public static void main(String[] arguments) throws Exception {
        SiteSettings settings = SiteSettings.of("small", 0)
                .with(draft -> draft.pools = List.of(TestService.planned(new Pool("fast", 10_000, "1"))))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 20, Duration.ofHours(1)));
        Server server = Server.start(settings, Path.of(arguments[0]), Clock.systemUTC());
        System.out.println("listens " + server.port() + " " + server.oneTimeToken("admin"));
        System.out.flush();
        Thread.sleep(Long.MAX_VALUE);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) {
        return exchange(token, method, path, body, headers);
    }

    private HttpResponse<String> exchange(String as, String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!as.isEmpty()) {
            request.header("Authorization", "Bearer " + as);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(
                    method + " " + path + " was not answered; process is alive: " + process.isAlive(), e));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Kills the process, as {@code kill -9} does. */
    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        client.close();
    }
}
