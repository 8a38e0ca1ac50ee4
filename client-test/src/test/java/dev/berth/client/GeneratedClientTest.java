package dev.berth.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.client.api.AccountsApi;
import dev.berth.client.api.PlanningApi;
import dev.berth.client.api.PoolsApi;
import dev.berth.client.api.ReservationsApi;
import dev.berth.client.invoker.ApiClient;
import dev.berth.client.invoker.ApiException;
import dev.berth.client.model.Booked;
import dev.berth.client.model.Booking;
import dev.berth.client.model.Change;
import dev.berth.client.model.ChangeRequest;
import dev.berth.client.model.Gift;
import dev.berth.client.model.GuestChange;
import dev.berth.client.model.NewAccount;
import dev.berth.client.model.NewPool;
import dev.berth.client.model.Offer;
import dev.berth.client.model.OfferRequest;
import dev.berth.client.model.Recurrence;
import dev.berth.client.model.Reservation;
import dev.berth.client.model.Role;
import dev.berth.client.model.SignIn;
import dev.berth.client.model.Starts;
import dev.berth.client.model.State;
import dev.berth.client.model.TableRow;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Client that openapi-generator makes of openapi.yaml: books, lists, changes and cancels without losing a field. */
class GeneratedClientTest {
    private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-11-16T08:00:00Z");

    @TempDir
    private Path data;

    private Server server;
    private ApiClient client;
    private ReservationsApi reservations;
    private String token;

    @BeforeEach
    void start() throws ApiException {
        server = Server.start(
                SiteSettings.of("test", 0), data, Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC));
        client = new ApiClient();
        client.updateBaseUri("http://127.0.0.1:" + server.port() + "/api/v1");
        token = new AccountsApi(client)
                .signIn(new SignIn().token(server.oneTimeToken("admin")))
                .getToken();
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        reservations = new ReservationsApi(client);
        new PoolsApi(client)
                .addPool(new NewPool().name("gpu").servers(4).rate("1").attributes(Map.of("gpu", "h100")), null);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Booking render() {
        return new Booking()
                .name("render")
                .servers(2)
                .work("PT2H")
                .ready(NOW.plusHours(1).plusNanos(1))
                .deadline(NOW.plusHours(9).plusNanos(123_456_789))
                .attributes(Map.of("gpu", "h100"))
                .budget("100")
                .starts(Starts.WHEN_FREE)
                .notice("PT15M");
    }

    /** The answer as the service wrote it. */
    private JsonNode plain(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(client.getBaseUri() + path))
                .header("Authorization", "Bearer " + token)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return new ObjectMapper()
                    .readTree(http.send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
        }
    }

    private JsonNode tree(Object answer) {
        return client.getObjectMapper().valueToTree(answer);
    }

    @Test
    void book_list_everyFieldIsFilled() throws Exception {
        Booked booked = reservations.book(render(), "key-1");
        assertThat(booked.getId()).isEqualTo("r1");
        assertThat(reservations.book(render(), "key-1").getId()).isEqualTo("r1");

        Reservation listed = reservations
                .listReservations("me", "gpu", State.WAITING, null, NOW, NOW.plusDays(1), null, 10, null, null, null)
                .getReservations()
                .getFirst();
        assertThat(listed.getName()).isEqualTo("render");
        assertThat(listed.getUser()).isEqualTo("admin");
        assertThat(listed.getServers()).isEqualTo(2);
        // To the safe side.
        assertThat(listed.getReady()).isEqualTo(NOW.plusHours(1).plusNanos(1_000_000));
        assertThat(listed.getDeadline()).isEqualTo(NOW.plusHours(9).plusNanos(123_000_000));
        assertThat(listed.getStarts()).isEqualTo(Starts.WHEN_FREE);
        assertThat(listed.getRequires().getAttributes()).isEqualTo(Map.of("gpu", "h100"));
        assertThat(withoutEmpty(tree(listed))).isEqualTo(plain("/reservations").at("/reservations/0"));

        JsonNode read = plain("/reservations/r1");
        assertThat(read.size()).isGreaterThan(14);
        assertThat(withoutEmpty(tree(booked))).isEqualTo(read);
        assertThat(withoutEmpty(tree(reservations.getReservation("r1")))).isEqualTo(read);
    }

    /** A list or a map that is absent is an empty one in a generated client. */
    private static JsonNode withoutEmpty(JsonNode node) {
        node.properties()
                .removeIf(field ->
                        field.getValue().isContainerNode() && field.getValue().isEmpty());
        return node;
    }

    /** A client sends an empty list for what is not named, which names nobody. */
    @Test
    void share_give() throws ApiException {
        AccountsApi accounts = new AccountsApi(client);
        accounts.addAccount(new NewAccount().name("ana").role(Role.USER), null);
        accounts.addAccount(new NewAccount().name("ben").role(Role.USER), null);
        reservations.book(render().guests(Set.of("ana")), null);
        assertThat(reservations.getReservation("r1").getGuests()).containsExactly("ana");
        assertThat(reservations
                        .shareReservation("r1", new GuestChange().add(Set.of("ben")), null, null)
                        .getGuests())
                .containsExactly("ana", "ben");
        assertThat(reservations
                        .shareReservation("r1", new GuestChange().remove(Set.of("ana")), null, null)
                        .getGuests())
                .containsExactly("ben");
        assertThat(reservations.stopSharing("r1", null, null).getGuests()).isNullOrEmpty();
        assertThat(reservations
                        .giveReservation("r1", new Gift().to("ana"), null, null)
                        .getUser())
                .isEqualTo("ana");
    }

    @Test
    void change_cancel() throws ApiException {
        reservations.book(render(), null);
        Change dry = reservations.change(
                "r1",
                new ChangeRequest()
                        .kind(ChangeRequest.KindEnum.RELAX)
                        .deadline(NOW.plusHours(20))
                        .dryRun(true),
                null,
                null);
        assertThat(dry.getDryRun()).isTrue();
        Change relaxed = reservations.change(
                "r1", new ChangeRequest().kind(ChangeRequest.KindEnum.RELAX).deadline(NOW.plusHours(20)), null, "*");
        assertThat(relaxed.getReservation().getDeadline()).isEqualTo(NOW.plusHours(20));
        assertThat(relaxed.getQuote().getFee()).isEqualTo("0.00");
        reservations.cancel("r1", null, null, false);
        assertThat(reservations.getReservation("r1").getState()).hasToString("cancelled");
    }

    @Test
    void offer_bookedById() throws ApiException {
        Offer offer = new PlanningApi(client)
                .askForOffers(new OfferRequest().name("render").stay("PT1H").deadline(NOW.plusHours(3)), null)
                .getOffers()
                .getFirst();
        Booked booked = reservations.book(new Booking().offer(offer.getId()), null);
        assertThat(booked.getStart()).isEqualTo(offer.getStart());
    }

    /** Four servers for an hour are as much as two for two, and in time. */
    @Test
    void table_isBooked_offered_andReadBack() throws Exception {
        List<TableRow> table = List.of(
                new TableRow().servers(2).duration("PT2H"),
                new TableRow().servers(4).duration("PT1H"));
        Offer offer = new PlanningApi(client)
                .askForOffers(new OfferRequest().name("render").table(table).deadline(NOW.plusMinutes(90)), null)
                .getOffers()
                .getFirst();
        assertThat(offer.getServers()).isEqualTo(4);
        Booked booked =
                reservations.book(new Booking().name("render").table(table).deadline(NOW.plusMinutes(90)), null);
        assertThat(booked.getServers()).isEqualTo(4);
        assertThat(booked.getTable()).isEqualTo(table);
        assertThat(withoutEmpty(tree(booked))).isEqualTo(plain("/reservations/" + booked.getId()));
    }

    @Test
    void series_andRefusal() throws ApiException {
        Booked series = reservations.book(
                new Booking()
                        .name("lecture")
                        .stay("PT1H")
                        .ready(NOW.plusHours(1))
                        .deadline(NOW.plusHours(2))
                        .recurrence(new Recurrence().rule("FREQ=DAILY;COUNT=3").zone("UTC")),
                null);
        assertThat(series.getOccurrences()).hasSize(3);
        assertThat(series.getOccurrences().getLast().getReservation().getPool()).isEqualTo("gpu");
        assertThat(reservations.getSeries(series.getSeries()).getOccurrences()).hasSize(3);
        assertThatThrownBy(() -> reservations.book(render().servers(5), null))
                .isInstanceOfSatisfying(ApiException.class, refused -> {
                    assertThat(refused.getCode()).isEqualTo(409);
                    assertThat(refused.getResponseBody()).contains("too-many-servers");
                });
    }
}
