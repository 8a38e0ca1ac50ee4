package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.api.connection.AddressRange;
import dev.berth.server.settings.SiteSettings;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits per user and per address: exceeding them is refused, and nobody else is affected. */
class SharesTest {
    private static final int REQUESTS = 10;
    private static final SiteSettings SETTINGS = TestService.usual()
            .with(draft -> draft.limits = new RequestLimits(REQUESTS, 3, 1 << 16, Duration.ofHours(1))
                    .withShares(new RequestLimits.Shares(4, 5, 2, 4)))
            .with(draft -> draft.trustedProxies = List.of(AddressRange.of("127.0.0.1")));

    @TempDir
    Path data;

    /**
     * A limit.
     *
     * @param greedy the n-th attempt, from 0: the status and code of its answer
     * @param refusal the status and code that there must be in the end
     * @param others what must still work
     */
    private record Row(String limit, IntFunction<String> greedy, String refusal, Consumer<TestService> others) {}

    private static String said(Result result) {
        int status = result.response().statusCode();
        return status < 400 ? "" + status : status + " " + result.text("code");
    }

    private static Result from(TestService service, String client, String authorization) {
        HttpRequest request = HttpRequest.newBuilder(service.uri("/pools"))
                .header("X-Forwarded-For", client)
                .header("Authorization", authorization)
                .build();
        return new Result(service.response(request));
    }

    private static String basic(String name, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    private static String signIn(TestService service, String secret, String client) {
        return said(service.send("", "POST", "/sign-in", "{\"token\":\"" + secret + "\"}", "X-Forwarded-For", client));
    }

    private static List<Row> table(TestService service, List<EventStream> streams) {
        String bensOnce = service.send("admin", "POST", "/tokens", "{\"account\":\"ben\",\"oneTime\":true}")
                .is(201)
                .text("token");
        String bens = "Bearer " + service.tokens.get("ben");
        return List.of(
                new Row(
                        "tokens of a user",
                        n -> said(service.send("ana", "POST", "/tokens", "{\"note\":\"n%d\"}".formatted(n))),
                        "409 too-many-tokens",
                        any -> service.send("vera", "POST", "/tokens", "{}").is(201)),
                new Row(
                        "streams of a user",
                        n -> stream(service, "ana", streams),
                        "429 too-many-streams",
                        any -> assertThat(stream(service, "ben", streams)).isEqualTo("200")),
                new Row(
                        "streams in all",
                        n -> stream(service, List.of("ben", "olga", "vera").get(n % 3), streams),
                        "429 too-many-streams",
                        any -> service.get("admin", "/pools").is(200)),
                new Row(
                        "requests of a user",
                        n -> said(service.get("ana", "/pools")),
                        "429 too-many-requests",
                        any -> service.get("ben", "/pools").is(200)),
                new Row(
                        "failed attempts from an address, by bearer tokens",
                        n -> said(from(service, "198.51.100.1", "Bearer guess" + n)),
                        "429 too-many-requests",
                        any -> {
                            assertThat(said(from(service, "198.51.100.2", "Bearer guess")))
                                    .as("another client of the same proxy")
                                    .isEqualTo("401 unauthorized");
                            assertThat(said(from(service, "198.51.100.1", bens)))
                                    .as("a good token from the same address")
                                    .isEqualTo("200");
                        }),
                new Row(
                        "failed attempts from an address that invents others",
                        n -> said(from(service, "192.0.2." + n + ", 198.51.100.3", "Bearer guess" + n)),
                        "429 too-many-requests",
                        any -> assertThat(said(from(service, "198.51.100.4", "Bearer guess")))
                                .isEqualTo("401 unauthorized")),
                new Row(
                        "failed attempts on an account, each from an address of its own",
                        n -> said(from(service, "198.51.101." + n % 250, basic("ben", "guess" + n))),
                        "429 too-many-requests",
                        any -> {
                            assertThat(said(from(service, "198.51.100.5", basic("ben", service.tokens.get("ben")))))
                                    .as("its owner")
                                    .isEqualTo("200");
                            assertThat(said(from(service, "198.51.100.6", basic("vera", "guess"))))
                                    .isEqualTo("401 unauthorized");
                        }),
                new Row(
                        "failed attempts on an account that does not exist",
                        n -> said(from(service, "198.51.102." + n % 250, basic("nobody", "guess" + n))),
                        "429 too-many-requests",
                        any -> {}),
                new Row(
                        "failed sign-ins from an address",
                        n -> signIn(service, "guess" + n, "198.51.100.7"),
                        "429 too-many-requests",
                        any -> {
                            assertThat(signIn(service, "guess", "198.51.100.8")).isEqualTo("401 unauthorized");
                            assertThat(signIn(service, bensOnce, "198.51.100.7"))
                                    .as("a good one-time token from the same address")
                                    .isEqualTo("201");
                        }),
                new Row(
                        "malformed sign-ins from an address",
                        n -> said(service.send("", "POST", "/sign-in", "{}", "X-Forwarded-For", "198.51.100.9")),
                        "429 too-many-requests",
                        any -> {}));
    }

    private static String stream(TestService service, String as, List<EventStream> streams) {
        EventStream stream = EventStream.open(service, as, "");
        streams.add(stream);
        return stream.status() == 200 ? "200" : stream.status() + " " + stream.code();
    }

    @Test
    void everyLimitHolds_andNobodyElseGoesWithout() {
        List<EventStream> streams = new ArrayList<>();
        try (TestService service = new TestService(data, new Contract(), SETTINGS)) {
            for (Row row : table(service, streams)) {
                String last = row.greedy().apply(0);
                for (int i = 1; i < 2_000 && !last.equals(row.refusal()); i++) {
                    assertThat(last).as(row.limit()).isIn("200", "201", "401 unauthorized", "422 invalid");
                    last = row.greedy().apply(i);
                }
                assertThat(last).as(row.limit()).isEqualTo(row.refusal());
                row.others().accept(service);
            }
            streams.forEach(EventStream::close);
        }
    }

    @Test
    void theTokensOfAUserShareOneRate() {
        try (TestService service = new TestService(data, new Contract(), SETTINGS)) {
            List<String> tokens = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String name = "ana" + i;
                service.tokens.put(
                        name,
                        service.send("ana", "POST", "/tokens", "{}").is(201).text("token"));
                tokens.add(name);
            }
            long begin = System.nanoTime();
            int granted = 0;
            for (int i = 0; i < 120; i++) {
                granted += service.get(tokens.get(i % 3), "/pools").response().statusCode() == 200 ? 1 : 0;
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            assertThat((double) granted).isLessThanOrEqualTo(2 * REQUESTS + 1 + REQUESTS * seconds);
        }
    }

    @Test
    void manyOffersToOneUserLeaveThoseOfOthers() {
        SiteSettings settings = TestService.usual();
        try (TestService service = new TestService(
                data,
                new Contract(),
                settings.with(draft ->
                        draft.limits = settings.limits().withShares(new RequestLimits.Shares(50, 5, 20, 100))))) {
            String hers = offer(service, "ana");
            String his = offer(service, "ben");
            for (int i = 0; i < 20; i++) {
                offer(service, "ana");
            }
            service.send("ana", "POST", "/reservations", "{\"offer\":\"" + hers + "\"}")
                    .is(404)
                    .code("unknown-offer");
            service.send("ben", "POST", "/reservations", "{\"offer\":\"" + his + "\"}")
                    .is(201);
        }
    }

    private static String offer(TestService service, String as) {
        return service.send(as, "POST", "/offers", "{" + TestService.job("j") + "}")
                .is(200)
                .at("/offers/0/id")
                .asText();
    }

    @Test
    void aStreamWhoseClientIsGoneMakesRoomOnceSomebodyAsks() throws InterruptedException {
        try (TestService service = new TestService(data, new Contract(), SETTINGS)) {
            EventStream.open(service, "ana", "").close();
            EventStream.open(service, "ana", "").close();
            int status = 429;
            for (int i = 0; i < 40 && status == 429; i++) {
                Thread.sleep(300);
                try (EventStream stream = EventStream.open(service, "ana", "")) {
                    status = stream.status();
                }
            }
            assertThat(status).isEqualTo(200);
        }
    }
}
