package dev.berth.bench;

import dev.berth.api.RequestLimits;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long do others' bookings take while one user asks the worst there is in a loop, on several connections? A site with
 * 10,000 servers in three pools and 50,000 open reservations, service, attacker and others in one process on loopback.
 *
 * <p>Of each kind of request it prints what one takes alone, then p50, p99 and the slowest of others' bookings without the
 * attacker, with every kind by itself, and with all of them at once.
 *
 * <p>{@code java -cp ... dev.berth.bench.WorstRequestsReport [reservations] [connections] [part of a kind]}
 */
public final class WorstRequestsReport {
    private static final long HOUR = 3_600_000;
    private static final Duration TURN = Duration.ofSeconds(3);
    private static final int PER_SECOND = 50;

    private final Server server;
    private final String admin;
    private final String eve;
    private final String ana;
    private final int connections;
    private final AtomicLong names = new AtomicLong();

    private record Kind(String name, String method, String path, String body) {}

    private WorstRequestsReport(Path data, int connections) throws Exception {
        SiteSettings settings = SiteSettings.of("bench", 0)
                .with(draft -> draft.pools =
                        List.of(pool("slow", 3_000, "0.5"), pool("mid", 3_000, "0.8"), pool("fast", 4_000, "1")))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 20, Duration.ofHours(1)));
        this.server = Server.start(settings, data, Clock.systemUTC());
        this.connections = connections;
        try (HttpConnection connection = new HttpConnection(server.port(), "")) {
            this.admin = token(connection.post("/sign-in", "{\"token\":\"" + server.oneTimeToken("admin") + "\"}"));
        }
        this.eve = account("eve");
        this.ana = account("ana");
    }

    private static PoolJson.Planned pool(String name, int servers, String rate) {
        return new PoolJson.Planned(new Pool(name, servers, rate), Optional.empty());
    }

    private String account(String name) throws Exception {
        try (HttpConnection connection = new HttpConnection(server.port(), admin)) {
            connection.post("/accounts", "{\"name\":\"" + name + "\",\"role\":\"user\"}");
            return token(connection.post("/tokens", "{\"account\":\"" + name + "\"}"));
        }
    }

    private static String token(HttpConnection.Answer answer) {
        int at = answer.body().indexOf("\"token\":\"") + 9;
        return answer.body().substring(at, answer.body().indexOf('"', at));
    }

    public static void main(String[] args) throws Exception {
        int reservations = args.length > 0 ? Integer.parseInt(args[0]) : 50_000;
        int connections = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        WorstRequestsReport report = new WorstRequestsReport(Files.createTempDirectory("berth-worst"), connections);
        try {
            report.fill(reservations);
            // For the compilers.
            report.others("warming up", List.of());
            report.others("without the attacker", List.of());
            String wanted = args.length > 2 ? args[2] : "";
            List<Kind> kinds = kinds().stream()
                    .filter(kind -> kind.name().contains(wanted))
                    .toList();
            for (Kind kind : kinds) {
                report.alone(kind);
                report.others("while eve asks: " + kind.name(), List.of(kind));
            }
            report.others("while eve asks all of them at once", kinds);
            report.others("without the attacker again", List.of());
        } finally {
            // Its listener would keep the process alive.
            report.server.close();
        }
    }

    /** Most servers are taken for two months; a quarter of the jobs may start at once. */
    private void fill(int reservations) {
        SplittableRandom random = new SplittableRandom(14);
        long now = System.currentTimeMillis();
        int open = 0;
        for (int tries = 0; open < reservations && tries < 10 * reservations; tries += 200) {
            open += server.site()
                    .write("bench", transaction -> {
                        int accepted = 0;
                        for (int i = 0; i < 200; i++) {
                            accepted += transaction.submit(new Command.Reserve(any(random, now)))
                                            instanceof Decision.Accepted
                                    ? 1
                                    : 0;
                        }
                        return accepted;
                    })
                    .join();
        }
        int there = server.site().read(view -> view.reservations().size());
        System.out.printf("%d open reservations on 10,000 servers%n", there);
    }

    private static Job any(SplittableRandom random, long now) {
        long ready = now + HOUR / 10 + (random.nextInt(4) == 0 ? 0 : random.nextLong(60 * 24 * HOUR));
        return new Job(
                new JobId("fill"),
                "u" + random.nextInt(50),
                ready,
                ready + 48 * HOUR + random.nextLong(200 * HOUR),
                new Shape.Rigid(
                        1 + random.nextInt(random.nextInt(10) == 0 ? 400 : 40),
                        new Work(HOUR + random.nextLong(11 * HOUR))),
                new Requirements(null, Map.of()),
                Terms.NONE);
    }

    private static List<Kind> kinds() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant far = now.plus(Duration.ofDays(390));
        String month = "\"deadline\":\"" + now.plus(Duration.ofDays(30)) + "\"";
        String year = "\"deadline\":\"" + far + "\"";
        String moldable = "\"name\":\"x\",\"work\":\"PT1000000H\",\"mostServers\":10000000," + month;
        String late = "\"name\":\"x\",\"work\":\"PT90000H\",\"mostServers\":10000000,\"ready\":\""
                + now.plus(Duration.ofDays(58)) + "\",\"deadline\":\"" + now.plus(Duration.ofDays(59)) + "\"";
        String wide = "\"name\":\"x\",\"work\":\"PT20H\",\"servers\":3900,\"ready\":\"" + now.plus(Duration.ofDays(58))
                + "\",\"deadline\":\"" + now.plus(Duration.ofDays(59)) + "\"";
        String wish = ",\"wish\":{\"most\":20,\"horizon\":\"P400D\"}";
        String series =
                "\"name\":\"s\",\"servers\":1,\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=1000\",\"zone\":\"Europe/Zurich\","
                        + "\"mode\":\"all-or-nothing\"},\"ready\":\"" + now.plus(Duration.ofDays(1)) + "\"";
        return List.of(
                new Kind("moldable booking", "POST", "/reservations", "{" + moldable + "}"),
                new Kind(
                        "booking within a year",
                        "POST",
                        "/reservations",
                        "{\"name\":\"y\",\"work\":\"PT1S\"," + year + "}"),
                new Kind("moldable offers", "POST", "/offers", "{" + late + wish + "}"),
                new Kind("offers for wide jobs", "POST", "/offers", "{" + wide + wish + "}"),
                new Kind("100 moldable what-ifs", "POST", "/whatif", whatIf("{" + late + "}")),
                new Kind(
                        "100 what-ifs within a year",
                        "POST",
                        "/whatif",
                        whatIf("{\"name\":\"y\",\"work\":\"PT1H\"," + year + "}")),
                new Kind(
                        "flexible series of 1,000",
                        "POST",
                        "/reservations",
                        "{" + series + ",\"work\":\"PT1S\"," + year + "}"),
                new Kind(
                        "series of 1,000 fixed times, refused at the end",
                        "POST",
                        "/reservations",
                        "{" + series.replace("\"servers\":1", "\"servers\":9999999")
                                + ",\"stay\":\"PT1S\",\"deadline\":\"" + now.plus(Duration.ofDays(2)) + "\"}"),
                new Kind("timetable of 400 days", "GET", "/timetable?from=" + now + "&to=" + far + "&limit=100000", ""),
                new Kind(
                        "timetable by server",
                        "GET",
                        "/timetable?by=server&from=" + now + "&to=" + far + "&limit=1",
                        ""),
                new Kind("list that finds nothing", "GET", "/reservations?pool=none&limit=1000", ""),
                new Kind("list of a thousand", "GET", "/reservations?limit=1000", ""),
                new Kind("10,000 slots", "GET", "/slots?limit=10000", ""));
    }

    private static String whatIf(String job) {
        return "{\"commands\":["
                + String.join(",", Collections.nCopies(100, "{\"kind\":\"reserve\",\"job\":" + job + "}")) + "]}";
    }

    private static HttpConnection.Answer ask(HttpConnection connection, Kind kind) throws Exception {
        return kind.method().equals("GET") ? connection.get(kind.path()) : connection.post(kind.path(), kind.body());
    }

    private void alone(Kind kind) throws Exception {
        try (HttpConnection connection = new HttpConnection(server.port(), eve)) {
            long best = Long.MAX_VALUE;
            HttpConnection.Answer answer = ask(connection, kind);
            for (int i = 0; i < 5; i++) {
                long begin = System.nanoTime();
                answer = ask(connection, kind);
                best = Math.min(best, System.nanoTime() - begin);
            }
            if (answer.status() >= 500) {
                throw new IllegalStateException(kind + " failed: " + answer);
            }
            System.out.printf("%s, alone: %.1f ms, answered %d%n", kind.name(), best / 1e6, answer.status());
        }
    }

    /** Bookings at a fixed pace; the time counts from when one was due, so that a stall counts for all it delays. */
    private void others(String what, List<Kind> attack) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong asked = new AtomicLong();
        int count = (int) (TURN.toSeconds() * PER_SECOND);
        long[] micros = new long[count];
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> attackers = new ArrayList<>();
            for (int c = 0; c < (attack.size() > 1 ? attack.size() : connections) && !attack.isEmpty(); c++) {
                Kind kind = attack.get(c % attack.size());
                attackers.add(threads.submit(() -> {
                    try (HttpConnection connection = new HttpConnection(server.port(), eve)) {
                        while (!over.get()) {
                            ask(connection, kind);
                            asked.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            book(threads, micros);
            over.set(true);
            for (Future<?> each : attackers) {
                each.get();
            }
        }
        Arrays.sort(micros);
        System.out.printf(
                "others' bookings %s: p50 %.1f ms, p99 %.1f ms, slowest %.1f ms (%d requests of the attacker)%n",
                what, micros[count / 2] / 1e3, micros[count * 99 / 100] / 1e3, micros[count - 1] / 1e3, asked.get());
        removeWhatEveHas();
    }

    private void book(ExecutorService threads, long[] micros) throws Exception {
        AtomicLong next = new AtomicLong();
        Instant deadline = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofDays(90));
        long begin = System.nanoTime() + 100_000_000;
        List<Future<?>> clients = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            clients.add(threads.submit(() -> {
                try (HttpConnection connection = new HttpConnection(server.port(), ana)) {
                    for (long i = next.getAndIncrement(); i < micros.length; i = next.getAndIncrement()) {
                        long due = begin + i * 1_000_000_000L / PER_SECOND;
                        while (System.nanoTime() < due) {
                            Thread.sleep(Duration.ofNanos(Math.max(1, due - System.nanoTime())));
                        }
                        HttpConnection.Answer answer = connection.post(
                                "/reservations",
                                "{\"name\":\"a%d\",\"work\":\"PT1H\",\"deadline\":\"%s\"}"
                                        .formatted(names.incrementAndGet(), deadline));
                        if (answer.status() != 201) {
                            throw new IllegalStateException("not booked: " + answer);
                        }
                        micros[(int) i] = (System.nanoTime() - due) / 1_000;
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : clients) {
            each.get();
        }
    }

    /** So that every turn begins with the same book. */
    private void removeWhatEveHas() {
        List<Reservation> hers =
                server.site().read(view -> view.openOf("eve", 0).toList());
        for (int from = 0; from < hers.size(); from += 500) {
            List<Reservation> some = hers.subList(from, Math.min(hers.size(), from + 500));
            server.site()
                    .write(
                            "bench",
                            transaction -> some.stream()
                                    .map(each -> transaction.submit(new Command.Cancel(each.id())))
                                    .toList())
                    .join();
        }
    }
}
