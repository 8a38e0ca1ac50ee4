package dev.berth.soak.brokers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.soak.service.AccountApi;
import dev.berth.soak.service.Victim;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process of the soak, which can be killed and started again: it keeps its port, its data and its users. */
final class SoakProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Starts the process; its port is always the same. */
    interface Start {
        Victim run() throws IOException;
    }

    final String name;
    final int port;
    private final Start start;
    private final String token;
    private final AccountApi api;
    private Victim process;

    SoakProcess(String name, int port, Start start) throws IOException, InterruptedException {
        this.name = name;
        this.port = port;
        this.start = start;
        this.process = start.run();
        this.token = AccountApi.signedIn(port, process.token(), PATIENCE);
        this.api = new AccountApi(token, PATIENCE);
    }

    String token() {
        return token;
    }

    AccountApi.Reply send(String method, String path, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        return api.send(port, method, path, body, headers);
    }

    /** All pages of a list. */
    List<JsonNode> all(String path, String field) throws IOException, InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        do {
            JsonNode page =
                    send("GET", path + "?limit=1000" + after, "", Map.of()).body();
            page.path(field).forEach(all::add);
            after = page.hasNonNull("next") ? "&after=" + page.path("next").asText() : "";
        } while (!after.isEmpty());
        return all;
    }

    synchronized void kill() {
        try {
            process.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void restart() throws IOException {
        process = start.run();
    }

    @Override
    public synchronized void close() {
        process.close();
    }
}
