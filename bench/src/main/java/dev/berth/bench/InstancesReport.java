package dev.berth.bench;

import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.Server;
import dev.berth.server.Standby;
import dev.berth.site.TimeSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * How far do the instances that follow lag behind at 1,000 bookings a second, and how many reads a second do one, two and three
 * instances answer? Clients, three instances and the database share the machine. How long a take-over lasts is measured by {@code
 * tools/instances --faults kill-leader}, with real processes.
 */
public final class InstancesReport {
    private static final int INSTANCES = 3;
    private static final int PER_SECOND = 1_000;
    private static final int ROUNDS = 3;
    /** The lists of one account are answered one at a time, and no more than some may wait. */
    private static final int READERS = 8;

    private static final int MOST_ENTRIES = 1 << 20;

    private final List<Standby> members = new ArrayList<>();
    private final Server leader;
    private final String token;

    private InstancesReport(EmbeddedPostgres postgres, Path data) throws Exception {
        BlockingQueue<Server> leading = new LinkedBlockingQueue<>();
        for (int i = 0; i < INSTANCES; i++) {
            int port = freePort();
            members.add(Standby.start(
                    ServiceReport.settings(port),
                    data.resolve("keys" + i),
                    PostgresAddress.of("postgresql://postgres@localhost:" + postgres.getPort() + "/postgres"),
                    TimeSource.measured(Clock.systemUTC()),
                    "http://127.0.0.1:" + port,
                    leading::add));
        }
        leader = leading.take();
        token = ServiceReport.token(leader);
        for (Standby each : members) {
            while (each.answering().isEmpty()) {
                Thread.sleep(5);
            }
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    public static void main(String[] args) throws Exception {
        Path data = Files.createTempDirectory("berth-bench");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            InstancesReport report = new InstancesReport(postgres, data);
            try {
                report.lag();
                report.reads();
            } finally {
                report.members.forEach(Standby::close);
            }
        }
    }

    /** From when the listeners of the leader hear of an entry to when those of an instance that follows do. */
    private void lag() throws Exception {
        AtomicLong names = new AtomicLong();
        // The first bookings are for the compilers.
        ServiceReport.paced(leader, token, names, PER_SECOND);
        AtomicLongArray told = new AtomicLongArray(MOST_ENTRIES);
        List<AtomicLongArray> heard = new ArrayList<>();
        leader.site().listen(entry -> told.set((int) entry.number(), System.nanoTime()));
        for (Standby each : members) {
            Server server = each.answering().orElseThrow();
            if (!server.equals(leader)) {
                AtomicLongArray times = new AtomicLongArray(MOST_ENTRIES);
                heard.add(times);
                server.site().listen(entry -> times.set((int) entry.number(), System.nanoTime()));
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            long from = leader.site().known();
            long begun = System.nanoTime();
            ServiceReport.paced(leader, token, names, PER_SECOND);
            double seconds = (System.nanoTime() - begun) / 1e9;
            long to = leader.site().known();
            for (Standby each : members) {
                while (each.answering().orElseThrow().site().known() < to) {
                    Thread.sleep(5);
                }
            }
            print((to - from) / seconds, told, heard, from + 1, to);
        }
    }

    private static void print(double rate, AtomicLongArray told, List<AtomicLongArray> heard, long from, long to) {
        long[] micros = heard.stream()
                .flatMapToLong(times -> LongStream.rangeClosed(from, to)
                        .map(number -> Math.max(0, times.get((int) number) - told.get((int) number)) / 1_000))
                .toArray();
        Arrays.sort(micros);
        System.out.printf(
                "lag of %d followers at %.0f entries a second: median %.0f ms, p99 %.0f ms, most %.0f ms%n",
                heard.size(),
                rate,
                micros[micros.length / 2] / 1e3,
                micros[micros.length * 99 / 100] / 1e3,
                micros[micros.length - 1] / 1e3);
    }

    /** The same clients ask one, two or three of the instances, in turns. */
    private void reads() throws Exception {
        List<Server> servers = new ArrayList<>(List.of(leader));
        members.forEach(each ->
                each.answering().filter(server -> !server.equals(leader)).ifPresent(servers::add));
        List<String> tokens = readers();
        for (int round = 0; round <= ROUNDS; round++) {
            double[] rates = new double[INSTANCES];
            for (int count = 1; count <= INSTANCES; count++) {
                List<Server> asked = servers.subList(0, count);
                AtomicInteger next = new AtomicInteger();
                rates[count - 1] = ServiceReport.rate(random -> {
                    int client = next.getAndIncrement();
                    HttpConnection connection = new HttpConnection(
                            asked.get(client % asked.size()).port(), tokens.get(client / INSTANCES % READERS));
                    return () -> isAnswered(connection.get("/reservations?limit=20&user=admin"));
                });
            }
            // The first turns are for the compilers.
            if (round > 0) {
                System.out.printf(
                        "lists a second with 1, 2 and 3 instances: %.0f, %.0f, %.0f%n", rates[0], rates[1], rates[2]);
            }
        }
    }

    private List<String> readers() throws Exception {
        List<String> tokens = new ArrayList<>();
        try (HttpConnection connection = new HttpConnection(leader.port(), token)) {
            for (int i = 0; i < READERS; i++) {
                HttpConnection.Answer made =
                        connection.post("/accounts", "{\"name\":\"reader%d\",\"role\":\"user\"}".formatted(i));
                if (made.status() >= 300) {
                    throw new IllegalStateException("cannot add a reader: " + made.body());
                }
                tokens.add(ServiceReport.token(leader, "reader" + i));
            }
        }
        return tokens;
    }

    private static boolean isAnswered(HttpConnection.Answer answer) {
        if (answer.status() != 200) {
            throw new IllegalStateException("a list was refused: " + answer.body());
        }
        return true;
    }
}
