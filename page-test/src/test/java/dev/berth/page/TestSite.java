package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.api.RequestLimits;
import dev.berth.api.web.WaitingAnswers;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.server.Server;
import dev.berth.server.settings.SignInSettings;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.site.TimeSource;
import dev.berth.site.Visibility;
import dev.berth.slurm.ClusterStatus;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A service whose clock begins on a Monday morning, with an account for each role, as a second client sees it. */
final class TestSite implements AutoCloseable {
    static final Instant START = Instant.parse("2026-11-16T08:20:00Z");

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Port of the site that was closed last. The next site is at the same address, for which the browser still has the files of
     * the page.
     */
    private static final AtomicInteger FREED_PORT = new AtomicInteger();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicLong ahead = new AtomicLong();
    private final AtomicLong passed = new AtomicLong();
    private final SiteSettings settings;
    private final Path data;
    private final TimeSource source;
    private Server server;
    private final Optional<ClusterFront> front;
    private final String administrator;

    private TestSite(SiteSettings settings, Path data) {
        this(settings, data, Optional.empty());
    }

    private TestSite(SiteSettings settings, Path data, Optional<Supplier<ClusterStatus>> cluster) {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), START));
        TimeSource machine = TimeSource.measured(clock);
        this.settings = settings;
        this.data = data;
        this.source = () -> {
            TimeSource.Reading reading = machine.read();
            return new TimeSource.Reading(
                    reading.wall() + ahead.get() + passed.get(), reading.elapsed() + passed.get());
        };
        server = Server.start(
                settings.listen().getPort() == 0 ? settings.with(draft -> draft.listen = loopback(port())) : settings,
                data,
                source);
        front = cluster.map(status -> ClusterFront.open(server.site(), settings, status));
        administrator = send("", "POST", "/sign-in", "{\"token\":\"" + oneTimeToken() + "\"}")
                .path("token")
                .asText();
    }

    private static InetSocketAddress loopback(int port) {
        return InetSocketAddress.createUnresolved("127.0.0.1", port);
    }

    /** The one that was freed, unless another program has it by now; otherwise 0, for any. */
    private static int port() {
        int freed = FREED_PORT.getAndSet(0);
        try (ServerSocket probe = new ServerSocket(freed, 1, InetAddress.getLoopbackAddress())) {
            return freed == 0 ? 0 : probe.getLocalPort();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Ends the service and starts it again, at the same address. */
    void restart() {
        restart(() -> {});
    }

    /** The same; meanwhile, an instance answers there that none leads. */
    void restart(Runnable meanwhile) {
        SiteSettings same = settings.with(draft -> draft.listen = loopback(server.port()));
        server.close();
        try (WaitingAnswers waiting = WaitingAnswers.start(same.web())) {
            assertThat(waiting.port()).isEqualTo(same.listen().getPort());
            meanwhile.run();
        }
        server = Server.start(same, data, source);
    }

    /** Lets the clock jump: it says another time, though none has elapsed. */
    void jump(Duration by) {
        ahead.addAndGet(by.toMillis());
    }

    /** Lets time pass. */
    void pass(Duration time) {
        passed.addAndGet(time.toMillis());
    }

    /** Three pools with tariffs that charge for what is given up; others' reservations are busy, and no more. */
    static TestSite usual(String name, Path data) {
        return usual(name, data, Visibility.BUSY);
    }

    /** The usual pools at an address that others know, with people who come from there. */
    static TestSite withSignIn(Path data, int port, SignInSettings signIn) {
        return new TestSite(
                settings("test", Visibility.BUSY)
                        .with(draft -> draft.listen = loopback(port))
                        .with(draft -> draft.address = Optional.of(URI.create("http://127.0.0.1:" + port)))
                        .with(draft -> draft.signIn = signIn),
                data);
    }

    /** The usual pools of a site that tells people what happens. */
    static TestSite withNotices(Path data, NoticeSettings notices) {
        return new TestSite(settings("test", Visibility.BUSY).with(draft -> draft.notices = notices), data);
    }

    static TestSite usual(String name, Path data, Visibility visibility) {
        return new TestSite(settings(name, visibility), data);
    }

    /** The usual pools with a cluster behind them that is made up. */
    static TestSite clustered(String name, Path data, Supplier<ClusterStatus> cluster) {
        return new TestSite(settings(name, Visibility.BUSY), data, Optional.of(cluster));
    }

    private static SiteSettings settings(String name, Visibility visibility) {
        return SiteSettings.of(name, 0)
                .with(draft -> draft.pools = List.of(
                        pool("old", 8, "0.5", Map.of("memory", "64g"), "1"),
                        pool("new", 6, "1", Map.of("memory", "256g"), "2.5"),
                        pool("gpu", 4, "1", Map.of("gpu", "h100", "memory", "512g"), "12")))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 20, Duration.ofHours(1))
                        .withShares(new RequestLimits.Shares(10_000, 10_000, 10_000, 10_000)))
                .with(draft -> draft.visibility = visibility);
    }

    /** A broker over other sites, with the tokens of its users there, in YAML. */
    static TestSite broker(Path data, Map<String, TestSite> sites, String tokens) throws IOException {
        Path file = Files.createFile(
                data.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, tokens);
        List<BrokerSettings.Member> members = sites.entrySet().stream()
                .map(each -> new BrokerSettings.Member(
                        each.getKey(),
                        URI.create("http://127.0.0.1:" + each.getValue().server.port()),
                        Optional.empty()))
                .toList();
        return new TestSite(
                SiteSettings.of("broker", 0)
                        .with(draft ->
                                draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 20, Duration.ofHours(1)))
                        .with(draft -> draft.broker = Optional.of(new BrokerSettings(members, file))),
                data.resolve("broker"));
    }

    /** The cards of two hosts, which cost nothing. */
    static TestSite cards(Path data) {
        TestSite site =
                new TestSite(SiteSettings.of("cards", 0).with(draft -> draft.visibility = Visibility.NAMES), data);
        for (String host : List.of("alpha", "beta")) {
            site.send(site.administrator, "POST", "/pools", """
                    {"name":"%1$s","rate":"1","unit":"gpu","serverList":[
                      {"name":"%1$s0","host":"%1$s","device":"GPU-%1$s0"},{"name":"%1$s1","host":"%1$s","device":"GPU-%1$s1"}]}""".formatted(host));
        }
        return site;
    }

    /** A pool of equal hosts that are booked in parts, and licences. */
    static TestSite hosts(String name, Path data, int hosts) {
        Parts parts = Parts.of(
                Part.sharedDevices("gpu", 8, 80 << 10), Part.amount("cores", 96), Part.amount("memory", 384 << 10));
        List<NamedServer> servers = IntStream.rangeClosed(1, hosts)
                .mapToObj(number -> new NamedServer("dgx" + number, Optional.of("dgx" + number), Optional.empty()))
                .toList();
        return new TestSite(
                SiteSettings.of(name, 0)
                        .with(draft -> draft.visibility = Visibility.NAMES)
                        .with(draft -> draft.licences = Amounts.of(Map.of("matlab", 2L)))
                        .with(draft -> draft.pools = List.of(new PoolJson.Planned(
                                new Pool("dgx", hosts, "1").withParts(parts), Optional.empty(), Unit.SERVER, servers))),
                data);
    }

    /** One server that everybody waits for. */
    static TestSite single(Path data) {
        return new TestSite(
                SiteSettings.of("test", 0).with(draft -> draft.pools = List.of(pool("solo", 1, "1", Map.of(), "1"))),
                data);
    }

    /** One server, and owners are asked for room by the site itself. */
    static TestSite asking(Path data) {
        long hour = Duration.ofHours(1).toMillis();
        return new TestSite(
                SiteSettings.of("test", 0)
                        .with(draft -> draft.pools = List.of(pool("solo", 1, "1", Map.of(), "1")))
                        .with(draft -> draft.asks = new AskSettings(true, 250_000, 6 * hour, hour, 3, 3, hour / 2)),
                data);
    }

    static TestSite empty(Path data) {
        return new TestSite(SiteSettings.of("empty", 0), data);
    }

    private static PoolJson.Planned pool(
            String name, int servers, String rate, Map<String, String> attributes, String price) {
        Tariff tariff = Tariff.flat(Money.of(price), Duration.ofHours(1).toMillis())
                .withDiscounts(100_000, 0, 1)
                .withSurcharge(500_000)
                .withFees(200_000, 100_000);
        return new PoolJson.Planned(
                new Pool(new PoolId(name), servers, Rate.of(rate), attributes), Optional.of(tariff));
    }

    Server server() {
        return server;
    }

    String address() {
        return "http://127.0.0.1:" + front.map(ClusterFront::port).orElseGet(server::port) + "/";
    }

    String administrator() {
        return administrator;
    }

    String oneTimeToken() {
        return server.oneTimeToken("admin");
    }

    /** A new account and its token. */
    String account(String name, String role) {
        send(administrator, "POST", "/accounts", "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(name, role));
        return send(administrator, "POST", "/tokens", "{\"account\":\"%s\"}".formatted(name))
                .path("token")
                .asText();
    }

    /** Books an exact window, given in hours after the start; returns its id. */
    String book(String token, String name, String pool, int servers, double from, double hours) {
        Instant start = at(from);
        Instant end = at(from + hours);
        return send(token, "POST", "/reservations", """
                        {"name":"%s","pool":"%s","servers":%d,"ready":"%s","deadline":"%s","stay":"%s"}""".formatted(
                                name, pool, servers, start, end, Duration.between(start, end)))
                .path("id")
                .asText();
    }

    /** A time, given in hours after ten past the start. */
    static Instant at(double hours) {
        return START.plus(Duration.ofMinutes(10)).plus(Duration.ofMinutes(Math.round(hours * 60)));
    }

    JsonNode get(String token, String path) {
        return send(token, "GET", path, "");
    }

    JsonNode send(String token, String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address() + "api/v1" + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new AssertionError(method + " " + path + ": " + response.statusCode() + " " + response.body());
            }
            return JSON.readTree(response.body().isEmpty() ? "{}" : response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        front.ifPresent(ClusterFront::close);
        int port = server.port();
        server.close();
        FREED_PORT.set(port);
    }
}
