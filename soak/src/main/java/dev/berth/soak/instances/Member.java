package dev.berth.soak.instances;

import dev.berth.soak.network.Network;
import dev.berth.soak.service.AccountApi;
import dev.berth.soak.service.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One of the instances: its process, its network to the database, and where clients reach it. */
final class Member implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final Network network;
    private final int port = Network.freePort();
    private final Path directory;
    private final Path site;
    private Victim process;

    Member(Path directory, int database, boolean isFirst) throws IOException {
        this.directory = directory;
        this.network = new Network(database);
        this.site = Files.writeString(directory.resolve(port + ".yaml"), """
                name: soak
                listen: 127.0.0.1:%d
                limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
                pools:
                  - {name: fast, servers: 3, rate: 1}
                """.formatted(port));
        this.process = start(isFirst);
    }

    private Victim start(boolean isFirst) throws IOException {
        return Victim.start(
                SharedInstance.class,
                List.of(
                        site.toString(),
                        directory.resolve("keys-" + port).toString(),
                        SharedDatabase.journal(network.port()),
                        Integer.toString(port),
                        Boolean.toString(isFirst)),
                directory.resolve("instance-" + port + ".log"),
                0);
    }

    int port() {
        return port;
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    Victim process() {
        return process;
    }

    /** Waits until it answers requests, as one that leads or one that follows. */
    void awaitAnswers() throws InterruptedException {
        AccountApi api = new AccountApi("", Duration.ofSeconds(1));
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            try {
                if (api.send(port, "GET", "/health", "", Map.of()).status() == 200) {
                    return;
                }
            } catch (IOException e) {
                // It does not listen yet.
            }
            Thread.sleep(50);
        }
    }

    void restart() throws IOException {
        process = start(false);
    }

    @Override
    public void close() throws IOException {
        process.close();
        network.close();
    }
}
