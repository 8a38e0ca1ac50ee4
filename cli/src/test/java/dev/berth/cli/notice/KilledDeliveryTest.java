package dev.berth.cli.notice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that is killed while it posts to a webhook: a message may come twice, with the same id, and is never lost. */
class KilledDeliveryTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** When the receiver of a message kills the service that has posted it. */
    private enum Kill {
        BEFORE_THE_ANSWER,
        AFTER_THE_ANSWER,
        NEVER
    }

    private record Message(String delivery, JsonNode body) {}

    @TempDir
    private Path directory;

    private final List<Message> received = new ArrayList<>();
    /** Orders to the receiver, one for each message: when to kill the service. */
    private final SynchronousQueue<Kill> orders = new SynchronousQueue<>();

    private final BlockingQueue<Message> answered = new LinkedBlockingQueue<>();
    /** Ended with the test: a message that comes once more after the last order would wait for another for ever. */
    private final ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();

    private HttpServer receiver;
    private Path config;
    private int port;
    private Subprocess service;

    @BeforeEach
    void open() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.setExecutor(handlers);
        receiver.start();
        config = Files.writeString(directory.resolve("site.yaml"), """
                name: test
                notices: {privateNetworks: true}
                pools:
                  - {name: fast, servers: 8, rate: 1}
                """);
    }

    @AfterEach
    void close() {
        service.close();
        handlers.shutdownNow();
        receiver.stop(0);
    }

    private String serve() throws IOException {
        service = Subprocess.berth(
                "serve",
                "--config",
                config.toString(),
                "--data",
                directory.resolve("data").toString(),
                "--port",
                Integer.toString(port));
        return service.lineWith("Berth serves").replaceAll(".* on ", "");
    }

    private Ran berth(String... command) {
        Ran ran = Ran.with(
                new byte[0],
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString()),
                Clock.systemUTC(),
                command);
        assertThat(ran.code()).as("%s: %s", command[0], ran.err()).isZero();
        return ran;
    }

    private void receive(HttpExchange exchange) throws IOException {
        JsonNode body = JSON.readTree(exchange.getRequestBody());
        Message message = new Message(exchange.getRequestHeaders().getFirst("Berth-Delivery"), body);
        try {
            Kill kill = orders.take();
            if (kill == Kill.BEFORE_THE_ANSWER) {
                service.kill();
            } else {
                exchange.sendResponseHeaders(204, -1);
            }
            exchange.close();
            if (kill == Kill.AFTER_THE_ANSWER) {
                service.kill();
            }
            answered.add(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next message that is received, and what is done with it. */
    private Message next(Kill kill) throws InterruptedException {
        assertThat(orders.offer(kill, 60, TimeUnit.SECONDS)).as("a message").isTrue();
        Message message = answered.poll(60, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        received.add(message);
        return message;
    }

    private void book(String name) {
        berth("book", name, "--stay", "1h", "--pool", "fast", "--ready", "now+20h", "--deadline", "now+40h");
    }

    @Test
    void killedBetweenPostAndRecord_repeatsTheSameMessage_andLosesNone() throws Exception {
        String address = serve();
        port = Integer.parseInt(address.replaceAll(".*:(\\d+).*", "$1"));
        berth("login", address, "--token", service.lineWith("--token").replaceAll(".*--token ", ""));
        berth(
                "webhook",
                "add",
                "http://127.0.0.1:" + receiver.getAddress().getPort() + "/berth",
                "--kinds",
                "confirmed");
        book("first");
        Message first = next(Kill.BEFORE_THE_ANSWER);
        serve();
        Message again = next(Kill.NEVER);
        assertThat(again).as("nobody has answered for it").isEqualTo(first);

        book("second");
        Message second = next(Kill.AFTER_THE_ANSWER);
        serve();
        book("third");
        Message last = next(Kill.NEVER);
        // It was recorded before the end, or it was not.
        if (last.delivery().equals(second.delivery())) {
            assertThat(last).isEqualTo(second);
            last = next(Kill.NEVER);
        }
        assertThat(first.body().toString()).contains("first");
        assertThat(second.body().toString()).contains("second");
        assertThat(last.body().toString()).contains("third");
        assertThat(received.stream().map(Message::delivery).distinct()).hasSize(3);
    }
}
