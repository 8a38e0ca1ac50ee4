package dev.berth.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.berth.api.RequestLimits;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cost of a broker: deals over three sites on loopback, all services and clients in one process with journals on disk.
 * {@code latency [DEALS [TURNS]]}: how much longer a deal takes than its slowest site alone, asked to hold and to confirm in the
 * same turn. {@code throughput [CLIENTS [TURNS]]}: deals a second, and the CPU time of one. The first turns warm up the JIT.
 */
public final class BrokerReport {
    private static final List<String> SITES = List.of("north", "south", "west");
    private static final int SERVERS = 10_000;
    private static final Duration TURN = Duration.ofSeconds(8);

    private final Instant base = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(3));
    private final AtomicInteger number = new AtomicInteger();
    private final List<Server> sites = new ArrayList<>();
    private final List<String> tokens = new ArrayList<>();
    private final Server broker;
    private final String token;

    private BrokerReport() throws IOException {
        Path data = Files.createTempDirectory("berth-bench");
        List<BrokerSettings.Member> members = new ArrayList<>();
        StringBuilder file = new StringBuilder("admin:\n");
        for (String name : SITES) {
            Server site = Server.start(
                    settings(name)
                            .with(draft -> draft.pools =
                                    List.of(new PoolJson.Planned(new Pool("all", SERVERS, "1"), Optional.empty()))),
                    data.resolve(name),
                    Clock.systemUTC());
            sites.add(site);
            tokens.add(signedIn(site));
            members.add(
                    new BrokerSettings.Member(name, URI.create("http://127.0.0.1:" + site.port()), Optional.empty()));
            file.append("  %s: %s\n".formatted(name, tokens.getLast()));
        }
        Path secrets = Files.createFile(
                data.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secrets, file);
        this.broker = Server.start(
                settings("broker").with(draft -> draft.broker = Optional.of(new BrokerSettings(members, secrets))),
                data.resolve("broker"),
                Clock.systemUTC());
        this.token = signedIn(broker);
    }

    private static SiteSettings settings(String name) {
        return SiteSettings.of(name, 0)
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)));
    }

    private static String signedIn(Server server) throws IOException {
        try (HttpConnection connection = new HttpConnection(server.port(), "")) {
            return field(
                    "token",
                    connection
                            .post("/sign-in", "{\"token\":\"" + server.oneTimeToken("admin") + "\"}")
                            .body());
        }
    }

    private static String field(String name, String json) {
        int at = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
        return json.substring(at, json.indexOf('"', at));
    }

    public static void main(String[] args) throws Exception {
        BrokerReport report = new BrokerReport();
        try {
            report.check();
            switch (args.length == 0 ? "" : args[0]) {
                case "latency" -> report.latency(number(args, 1, 500), number(args, 2, 4));
                case "throughput" -> report.throughput(number(args, 1, 64), number(args, 2, 6));
                default ->
                    throw new IllegalArgumentException("latency [DEALS [TURNS]], or throughput [CLIENTS [TURNS]]");
            }
        } finally {
            report.broker.close();
            report.sites.forEach(Server::close);
        }
        System.exit(0);
    }

    private static int number(String[] args, int place, int usual) {
        return args.length > place ? Integer.parseInt(args[place]) : usual;
    }

    private String job(String name) {
        Instant start = base.plus(Duration.ofHours(number.incrementAndGet() % 400));
        return "{\"name\":\"%s\",\"stay\":\"PT1H\",\"ready\":\"%s\",\"deadline\":\"%s\"}"
                .formatted(name, start, start.plus(Duration.ofHours(1)));
    }

    private String deal(String name) {
        String job = job(name);
        return "{\"name\":\"%s\",\"parts\":[%s]}"
                .formatted(
                        name,
                        String.join(
                                ",",
                                SITES.stream()
                                        .map(site -> "{\"site\":\"%s\",\"jobs\":[%s]}".formatted(site, job))
                                        .toList()));
    }

    private static void expect(HttpConnection.Answer answer, int status, String content) throws IOException {
        if (answer.status() != status || !answer.body().contains(content)) {
            throw new IOException(answer.status() + " " + answer.body());
        }
    }

    /** A deal is booked at all sites, with the same window; cancelled, it is at none. */
    private void check() throws IOException {
        try (HttpConnection connection = new HttpConnection(broker.port(), token)) {
            HttpConnection.Answer booked = connection.post("/deals", deal("checked"));
            expect(booked, 201, "\"state\":\"booked\"");
            String start = "\"start\":\"" + field("start", booked.body()) + "\"";
            for (int i = 0; i < sites.size(); i++) {
                expect(at(i), 200, start);
            }
            expect(connection.delete("/deals/" + field("id", booked.body())), 200, "\"state\":\"undone\"");
            for (int i = 0; i < sites.size(); i++) {
                expect(at(i), 200, "\"reservations\":[]");
            }
        }
    }

    private HttpConnection.Answer at(int site) throws IOException {
        try (HttpConnection connection = new HttpConnection(sites.get(site).port(), tokens.get(site))) {
            return connection.get("/reservations");
        }
    }

    private void latency(int deals, int turns) throws IOException {
        try (HttpConnection toBroker = new HttpConnection(broker.port(), token);
                HttpConnection north = new HttpConnection(sites.get(0).port(), tokens.get(0));
                HttpConnection south = new HttpConnection(sites.get(1).port(), tokens.get(1));
                HttpConnection west = new HttpConnection(sites.get(2).port(), tokens.get(2))) {
            for (int turn = 0; turn < turns; turn++) {
                List<Double> whole = new ArrayList<>();
                List<Double> slowest = new ArrayList<>();
                List<Double> beyond = new ArrayList<>();
                for (int i = 0; i < deals; i++) {
                    double alone = 0;
                    for (HttpConnection site : List.of(north, south, west)) {
                        alone = Math.max(alone, alone(site));
                    }
                    long begun = System.nanoTime();
                    expect(toBroker.post("/deals", deal("d" + i)), 201, "\"state\":\"booked\"");
                    double millis = (System.nanoTime() - begun) / 1e6;
                    whole.add(millis);
                    slowest.add(alone);
                    beyond.add(millis - alone);
                }
                System.out.printf(
                        "turn %d: a deal over 3 sites p50 %.1f ms, p99 %.1f ms; its slowest site alone p50 %.1f ms; beyond it p50 %.1f ms%n",
                        turn + 1, share(whole, 50), share(whole, 99), share(slowest, 50), share(beyond, 50));
            }
        }
    }

    /** One site is asked to hold and to confirm, in milliseconds. */
    private double alone(HttpConnection site) throws IOException {
        String group = "/holds/" + UUID.randomUUID();
        String request = "{\"hold\":\"PT15M\",\"jobs\":[" + job("alone") + "]}";
        long begun = System.nanoTime();
        expect(site.put(group, request), 201, "\"state\":\"held\"");
        expect(site.post(group + "/confirm", ""), 200, "\"state\":\"confirmed\"");
        return (System.nanoTime() - begun) / 1e6;
    }

    private static double share(List<Double> values, int percent) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    private void throughput(int clients, int turns) throws InterruptedException {
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int turn = 0; turn < turns; turn++) {
            AtomicInteger booked = new AtomicInteger();
            AtomicInteger wrong = new AtomicInteger();
            long cpu = machine.getProcessCpuTime();
            long begun = System.nanoTime();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                threads.add(Thread.ofPlatform().start(() -> book(begun, booked, wrong)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            double used = (machine.getProcessCpuTime() - cpu) / 1e9;
            System.out.printf(
                    "turn %d: %d clients, %.0f deals a second, %.2f ms of CPU each, %.1f of the cores in use, load %.1f; %d went wrong%n",
                    turn + 1,
                    clients,
                    booked.get() / seconds,
                    1e3 * used / Math.max(1, booked.get()),
                    used / seconds,
                    machine.getSystemLoadAverage(),
                    wrong.get());
        }
    }

    private void book(long begun, AtomicInteger booked, AtomicInteger wrong) {
        try (HttpConnection connection = new HttpConnection(broker.port(), token)) {
            while (System.nanoTime() - begun < TURN.toNanos()) {
                HttpConnection.Answer answer = connection.post("/deals", deal("load"));
                if (answer.status() == 201 && answer.body().contains("\"state\":\"booked\"")) {
                    booked.incrementAndGet();
                } else if (wrong.incrementAndGet() == 1) {
                    System.out.println(answer);
                }
            }
        } catch (IOException e) {
            wrong.incrementAndGet();
        }
    }
}
