package dev.berth.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.berth.cli.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Something between shell and service that loses answers, or makes up its own. */
class LostConnectionTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger asked = new AtomicInteger();
    private Shop shop;
    private HttpServer between;
    private Map<String, String> variables;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        shop = new Shop(directory);
        between = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        between.start();
        String token = Files.readString(directory.resolve("config/berth/login.properties"))
                .replaceAll("(?s).*token=([^\n]*).*", "$1");
        variables =
                Map.of("BERTH_URL", "http://127.0.0.1:" + between.getAddress().getPort(), "BERTH_TOKEN", token);
    }

    @AfterEach
    void close() {
        between.stop(0);
        shop.close();
    }

    private Ran book(String... more) {
        String[] args = {"book", "once", "--work", "1h", "--deadline", "now+1d"};
        String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return berth(all);
    }

    private void passOn(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(shop.address() + exchange.getRequestURI().toString()))
                .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
                .build();
        HttpResponse<byte[]> response;
        try {
            response = client.send(request, BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (asked.incrementAndGet() == 1) {
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(response.statusCode(), response.body().length);
        exchange.getResponseBody().write(response.body());
        exchange.close();
    }

    @Test
    void answerLost_isAskedForAgain_andBookedOnce() {
        between.createContext("/", this::passOn);

        Ran ran = book();

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(asked.get()).isEqualTo(2);
        assertThat(Shop.json(shop.berth("list", "--json")).path("reservations")).hasSize(1);
    }

    @Test
    void sameKey_isBookedOnce() {
        between.createContext("/", this::passOn);

        assertThat(book("--key", "k1").out()).isEqualTo(book("--key", "k1").out());
        assertThat(Shop.json(shop.berth("list", "--json")).path("reservations")).hasSize(1);
        assertThat(book("--key", "a b").err()).startsWith("--key: \"a b\" is not a valid key");
    }

    @Test
    void answersAlwaysLost_isAFailure() {
        between.createContext("/", HttpExchange::close);

        Ran ran = book();

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("was lost before the answer arrived");
    }

    @Test
    void serverError_andNoJson_areFailures() {
        between.createContext("/", exchange -> answer(exchange, 503, "{\"detail\":\"the disk is full\"}"));

        assertThat(book().code()).isEqualTo(3);
        assertThat(book().err()).contains("failed with status 503: the disk is full");
        between.removeContext("/");
        between.createContext("/", exchange -> answer(exchange, 200, "<html>"));
        assertThat(book().code()).isEqualTo(3);
        assertThat(book().err()).contains("answered with status 200 and no JSON");
        between.removeContext("/");
        between.createContext("/", exchange -> answer(exchange, 429, "{\"detail\":\"too many requests\"}"));
        assertThat(book().err()).endsWith("too many requests; try again\n");
    }

    /** The first instance cannot be reached, the second does not lead and says so, the third answers. */
    @Test
    void severalServers_areAskedInTurn() {
        between.createContext("/", exchange -> {
            asked.incrementAndGet();
            answer(exchange, 503, "{\"code\":\"not-leading\",\"detail\":\"none leads\"}");
        });
        variables = Map.of(
                "BERTH_URL",
                "http://127.0.0.1:1, " + variables.get("BERTH_URL") + "/," + shop.address(),
                "BERTH_TOKEN",
                variables.get("BERTH_TOKEN"));

        Ran ran = book();

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(asked.get()).isEqualTo(1);
        assertThat(Shop.json(shop.berth("list", "--json")).path("reservations")).hasSize(1);
    }

    /** While no instance leads, the shell waits for one. */
    @Test
    void notLeading_isSentAgain() {
        between.createContext("/", exchange -> {
            if (asked.get() < 3) {
                asked.incrementAndGet();
                answer(exchange, 503, "{\"code\":\"not-leading\",\"detail\":\"none leads\"}");
            } else {
                passOn(exchange);
            }
        });

        Ran ran = book();

        // On a busy machine this takes more than a second, and then it says what it waits for.
        assertThat(ran.err()).matches("(Waiting for http:\\S+: none leads; trying until [0-9:]{8}\n)?");
        assertThat(ran.code()).isZero();
        assertThat(asked.get()).isEqualTo(4);
    }

    @Test
    void answerLost_ofARead_isAskedForAgain() {
        between.createContext("/", exchange -> {
            if (asked.incrementAndGet() == 1) {
                exchange.close();
            } else {
                answer(exchange, 200, "{\"pools\":[]}");
            }
        });

        assertThat(berth("pools").code()).isZero();
        assertThat(asked.get()).isEqualTo(2);
    }

    /** It may have been carried out, and there is no key by which the service would know it again. */
    @Test
    void answerLost_ofAChangeWithoutAKey_isAFailureAtOnce() {
        between.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.close();
        });

        Ran ran = berth("instances", "resume", "a:1");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("was lost before the answer arrived");
        assertThat(asked.get()).isEqualTo(1);
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables, Shop.CLOCK, args);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
