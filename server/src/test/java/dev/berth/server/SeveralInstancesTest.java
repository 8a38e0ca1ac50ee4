package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.journal.postgres.Proxy;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three instances of a site, each with a bad network to the database, while clients book and read at all of them. What was
 * acknowledged is in the journal, what was refused is not, and nobody who asks the leader is told something old.
 */
@Timeout(180)
class SeveralInstancesTest {
    private static final int FAULTS = Integer.getInteger("berth.faults", 10);

    @TempDir
    private Path data;

    private final Database database = Database.create();
    private final List<Member> members = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final List<Long> takeovers = new CopyOnWriteArrayList<>();
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile boolean isOver;
    private String token = "";

    /** An instance and its network. */
    private final class Member {
        final int port = freePort();
        final Proxy proxy = new Proxy(Database.serverPort());
        volatile Standby standby = start();

        Standby start() {
            return Standby.start(
                    SiteSettings.of("test", port),
                    data.resolve("" + port),
                    PostgresAddress.of(database.journal(proxy.port())),
                    TimeSource.measured(Clock.systemUTC()),
                    "http://127.0.0.1:" + port,
                    server -> {});
        }

        boolean leads() {
            return standby.server().isPresent();
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void throughAnyFaults_nothingIsLostDoubledOrOld() throws Exception {
        long seed = Long.getLong("berth.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3; i++) {
            members.add(new Member());
        }
        token = token(awaitLeader());
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SplittableRandom own = random.split();
            clients.add(Thread.ofPlatform().start(() -> act(own)));
        }
        for (int i = 0; i < FAULTS; i++) {
            fault(random);
            Thread.sleep(random.nextInt(300));
        }
        isOver = true;
        for (Thread each : clients) {
            each.join();
        }
        Server last = awaitLeader();
        System.out.printf(
                "seed %d: %d acknowledged, %d refused, %d reads, take-overs in ms %s%n",
                seed, acknowledged.size(), refused.size(), reads.get(), takeovers);
        check(last, seed);
        for (Member member : members) {
            member.standby.close();
            member.proxy.close();
        }
        client.shutdownNow();
    }

    private void check(Server last, long seed) {
        assertThat(errors).as("seed %d", seed).isEmpty();
        acknowledged.forEach(
                (name, version) -> assertThat(database.number("SELECT count(*) FROM berth.entry WHERE number = "
                                + version + " AND position('\"" + name + "\"' in convert_from(body, 'UTF8')) > 0"))
                        .as("seed %d: %s at %d", seed, name, version)
                        .isEqualTo(1));
        Set<String> found = ConcurrentHashMap.newKeySet();
        last.site()
                .read(view -> view.pools())
                .forEach(pool -> found.add(pool.id().name()));
        assertThat(found).as("seed %d", seed).containsAll(acknowledged.keySet());
        assertThat(found).as("seed %d", seed).doesNotContainAnyElementsOf(refused);
        assertThat(acknowledged).as("seed %d", seed).isNotEmpty();
        assertThat(database.number("SELECT count(*) FROM (SELECT term < lag(term) OVER (ORDER BY number) AS less"
                        + " FROM berth.entry) AS terms WHERE less"))
                .as("seed %d: terms", seed)
                .isZero();
    }

    private Server awaitLeader() throws InterruptedException {
        return Awaitility.await("a leader")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () -> members.stream()
                                .filter(Member::leads)
                                .findFirst()
                                .flatMap(member -> member.standby.server()),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static String token(Server leader) {
        String unused = leader.oneTimeToken("admin");
        return leader.site()
                .write("admin", change -> NewToken.make(change, "admin", NewToken.Terms.of(Purpose.API, "", 0)))
                .join()
                .secret();
    }

    private void fault(SplittableRandom random) throws InterruptedException {
        Member leader = members.stream().filter(Member::leads).findFirst().orElse(members.getFirst());
        Member hit = random.nextInt(4) == 0 ? members.get(random.nextInt(members.size())) : leader;
        switch (random.nextInt(7)) {
            case 0 -> hold(hit, Proxy.Mode.HOLD_ANSWERS, random.nextInt(300));
            case 1 -> hold(hit, Proxy.Mode.HOLD_REQUESTS, random.nextInt(300));
            case 2 -> hit.proxy.cutAll();
            case 3 -> database.cutAll();
            case 4 -> {
                hit.proxy.set(Proxy.Mode.REFUSE);
                hit.proxy.cutAll();
                awaitAnother(hit);
                hit.proxy.set(Proxy.Mode.PASS);
            }
            case 5 -> {
                // What it has sent arrives late, when it has sent more over another connection.
                hit.proxy.set(Proxy.Mode.HOLD_REQUESTS);
                Thread.sleep(1_500);
                hit.proxy.set(Proxy.Mode.PASS);
            }
            default -> {
                Thread stopping = Thread.ofPlatform().start(hit.standby::close);
                awaitAnother(hit);
                stopping.join();
                hit.standby = hit.start();
            }
        }
    }

    private static void hold(Member hit, Proxy.Mode mode, int millis) throws InterruptedException {
        hit.proxy.set(mode);
        Thread.sleep(millis);
        hit.proxy.cutClients();
        hit.proxy.set(Proxy.Mode.PASS);
    }

    private void awaitAnother(Member than) throws InterruptedException {
        long begun = System.nanoTime();
        boolean led = than.leads();
        Awaitility.await("another leads")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> members.stream().anyMatch(each -> !each.equals(than) && each.leads()));
        if (led) {
            takeovers.add(Duration.ofNanos(System.nanoTime() - begun).toMillis());
        }
    }

    private void act(SplittableRandom random) {
        while (!isOver) {
            Member member = members.get(random.nextInt(members.size()));
            try {
                if (random.nextInt(3) == 0) {
                    write(member);
                } else {
                    read(member, random);
                }
                Thread.sleep(random.nextInt(20));
            } catch (IOException e) {
                // Nobody knows what became of it.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private HttpRequest.Builder request(Member member, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + member.port + "/api/v1" + path))
                .timeout(Duration.ofSeconds(15))
                .header("Authorization", "Bearer " + token);
    }

    private void write(Member member) throws IOException, InterruptedException {
        String name = "w" + number.incrementAndGet();
        HttpResponse<String> answer = client.send(
                request(member, "/pools")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"name\": \"" + name + "\", \"servers\": 1, \"rate\": \"1\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 201) {
            acknowledged.put(
                    name,
                    Long.parseLong(answer.headers().firstValue("Berth-Version").orElseThrow()));
        } else if (answer.statusCode() != 503) {
            errors.add(name + " " + answer.statusCode() + " " + answer.body());
        } else if (!answer.body().contains("outcome-unknown")) {
            refused.add(name);
        }
    }

    /** Reads an acknowledged pool: the leader must have it, and every instance if the request names the version. */
    private void read(Member member, SplittableRandom random) throws IOException, InterruptedException {
        List<String> names = List.copyOf(acknowledged.keySet());
        if (names.isEmpty()) {
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        boolean isNamed = random.nextBoolean();
        boolean led = member.leads();
        HttpRequest.Builder request = request(member, "/pools/" + name);
        if (isNamed) {
            request.header("Berth-Version", acknowledged.get(name).toString());
        }
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        reads.incrementAndGet();
        boolean mustKnow = isNamed || (led && member.leads());
        boolean isGood =
                answer.statusCode() == 200 || answer.statusCode() == 503 || (answer.statusCode() == 404 && !mustKnow);
        if (!isGood) {
            errors.add("read of " + name + " " + answer.statusCode() + " " + answer.body());
        }
    }
}
