package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/** Real HTTP server that receives webhooks, and answers as it is told. */
final class WebhookReceiver implements AutoCloseable {
    final List<Received> received = new CopyOnWriteArrayList<>();
    volatile int status = 200;
    /** Requests are answered once it is at zero. */
    volatile CountDownLatch held = new CountDownLatch(0);

    private final HttpServer server;

    record Received(String path, String delivery, String signature, String body) {
        JsonNode json() {
            try {
                return TestService.JSON.readTree(body);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        String text(String field) {
            return json().path(field).asText();
        }
    }

    WebhookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Berth-Delivery"),
                    exchange.getRequestHeaders().getFirst("Berth-Signature"),
                    body));
            hold();
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    private void hold() {
        try {
            held.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    List<String> kinds() {
        return received.stream().map(each -> each.text("kind")).toList();
    }

    /** Requests to this path. */
    List<Received> at(String path) {
        return received.stream().filter(each -> each.path().equals(path)).toList();
    }

    static void await(BooleanSupplier condition) {
        Awaitility.await("deliveries")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
