package dev.berth.soak.servers;

import dev.berth.soak.service.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One of the servers: its process, its network to the database, and where clients reach it. */
final class Member implements AutoCloseable {
    private static final String SITE = """
            name: soak
            listen: 127.0.0.1:%d
            limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
            pools:
              - {name: fast, servers: 3, rate: 1}
            """;

    final Network network;
    private final int port = SharedDatabase.freePort();
    private final Path directory;
    private final Path site;
    private Victim process;

    Member(Path directory, int database, boolean isFirst) throws IOException {
        this.directory = directory;
        this.network = new Network(database);
        this.site = Files.writeString(directory.resolve(port + ".yaml"), SITE.formatted(port));
        this.process = start(isFirst);
    }

    private Victim start(boolean isFirst) throws IOException {
        return Victim.start(
                SharedServer.class,
                List.of(
                        site.toString(),
                        directory.resolve("keys-" + port).toString(),
                        SharedDatabase.journal(network.port()),
                        Integer.toString(port),
                        Boolean.toString(isFirst)),
                directory.resolve("server-" + port + ".log"),
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

    void restart() throws IOException {
        process = start(false);
    }

    @Override
    public void close() throws IOException {
        process.close();
        network.close();
    }
}
