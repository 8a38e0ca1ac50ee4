package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that are held together: all or none, each request once, and nothing held beyond its time. */
class HoldsTest {
    private static final String GROUP = "7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11";

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void start() {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static String hour(String name, int hour, int servers) {
        return "{"
                + exactly(
                        name,
                        "2026-11-16T%02d:00:00Z".formatted(hour),
                        "2026-11-16T%02d:00:00Z".formatted(hour + 1),
                        servers)
                + "}";
    }

    private static String body(String... jobs) {
        return "{\"hold\":\"PT10M\",\"jobs\":[" + String.join(",", jobs) + "]}";
    }

    private Result put(String group, String body) {
        return service.send("ana", "PUT", "/holds/" + group, body);
    }

    private Result get(String group) {
        return service.get("ana", "/holds/" + group);
    }

    private Result confirm(String group) {
        return service.send("ana", "POST", "/holds/" + group + "/confirm", "");
    }

    private Result delete(String group) {
        return service.send("ana", "DELETE", "/holds/" + group, "");
    }

    private String states() {
        return Stream.of(service.get("ana", "/reservations").is(200).at("/reservations"))
                .flatMap(all -> all.valueStream())
                .map(each ->
                        each.path("name").asText() + " " + each.path("state").asText())
                .collect(Collectors.joining(", "));
    }

    @Test
    void held_andConfirmed_onceHoweverOftenAsked() {
        String body = body(hour("a", 10, 2), hour("b", 12, 1));
        Result held = put(GROUP, body).is(201);
        assertThat(held.text("state")).isEqualTo("held");
        assertThat(held.text("until")).isEqualTo("2026-11-16T08:10:00Z");
        assertThat(held.at("/ids").toString()).isEqualTo("[\"r1\",\"r2\"]");
        service.restart();
        assertThat(put(GROUP, body).is(200).at("/ids")).isEqualTo(held.at("/ids"));
        assertThat(states()).isEqualTo("a held, b held");

        assertThat(confirm(GROUP).is(200).text("state")).isEqualTo("confirmed");
        service.restart();
        assertThat(confirm(GROUP).is(200).text("state")).isEqualTo("confirmed");
        assertThat(put(GROUP, body).is(200).text("state")).isEqualTo("confirmed");
        assertThat(states()).isEqualTo("a waiting, b waiting");
        put(GROUP, body(hour("c", 14, 1))).is(409).code("hold-exists");
    }

    @Test
    void oneThatDoesNotFit_leavesNothing() {
        put(GROUP, body(hour("a", 10, 2), hour("b", 10, 1))).is(409).code("no-capacity");
        assertThat(states()).isEmpty();
        get(GROUP).is(404).code("unknown-hold");
        confirm(GROUP).is(404).code("unknown-hold");
        put(GROUP, body(hour("a", 10, 2))).is(201);
    }

    @Test
    void lapsed_cannotBeConfirmed_andTakesNothing() {
        put(GROUP, body(hour("a", 10, 2), hour("b", 12, 1))).is(201);
        service.clock.move(Duration.ofMinutes(10));
        assertThat(get(GROUP).is(200).text("state")).isEqualTo("lapsed");
        confirm(GROUP).is(409).code("hold-lapsed");
        assertThat(states()).isEmpty();
        put("7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b12", body(hour("c", 10, 2))).is(201);
        assertThat(delete(GROUP).is(200).text("state")).isEqualTo("released");
    }

    /** Nothing starts that is not confirmed, so the first start ends all of it. */
    @Test
    void holdsEndAtTheirStart() {
        put(GROUP, "{\"hold\":\"PT1H\",\"jobs\":[" + hour("a", 14, 1) + "," + hour("b", 10, 1) + "]}")
                .is(201);
        service.clock.move(Duration.ofMinutes(59));
        assertThat(get(GROUP).text("state")).isEqualTo("held");
        assertThat(get(GROUP).text("until")).isEqualTo("2026-11-16T09:00:00Z");
        put("7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b12", body(hour("c", 9, 1))).is(201);
        assertThat(get("7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b12").text("until")).isEqualTo("2026-11-16T09:00:00Z");
    }

    @Test
    void released_beforeItsRequestArrives_isNeverHeld() {
        assertThat(delete(GROUP).is(200).text("state")).isEqualTo("released");
        service.restart();
        put(GROUP, body(hour("late", 10, 1))).is(409).code("hold-released");
        confirm(GROUP).is(409).code("hold-released");
        assertThat(states()).isEmpty();
        // The same name is another account's own.
        service.send("ben", "PUT", "/holds/" + GROUP, body(hour("his", 10, 1))).is(201);
        service.send("ben", "POST", "/holds/" + GROUP + "/confirm", "").is(200);
    }

    @Test
    void releasedOnceConfirmed_onlyIfThatIsAskedFor() {
        put(GROUP, body(hour("a", 10, 2))).is(201);
        confirm(GROUP).is(200);
        delete(GROUP).is(409).code("hold-confirmed");
        assertThat(states()).isEqualTo("a waiting");
        Result undone = service.send("ana", "DELETE", "/holds/" + GROUP + "?undo=true", "")
                .is(200);
        assertThat(undone.text("state")).isEqualTo("released");
        assertThat(undone.at("/reservations/0/state").asText()).isEqualTo("cancelled");
        assertThat(states()).isEmpty();
    }

    /** Its answer may have been lost, and the fee is due all the same. */
    @Test
    void releasedAgain_hasTheSameFee() {
        for (String pool : List.of("fast", "slow")) {
            service.send("olga", "PUT", "/pools/" + pool + "/tariff", "{\"base\":\"4\",\"penalty\":\"0.5\"}");
        }
        put(GROUP, body(hour("a", 10, 2))).is(201);
        confirm(GROUP).is(200);
        String path = "/holds/" + GROUP + "?undo=true";
        String fee =
                service.send("ana", "DELETE", path, "").is(200).at("/quote/fee").asText();
        assertThat(fee).isNotEqualTo("0.00");
        assertThat(service.send("ana", "DELETE", path, "")
                        .is(200)
                        .at("/quote/fee")
                        .asText())
                .isEqualTo(fee);
        service.restart();
        assertThat(service.send("ana", "DELETE", path, "")
                        .is(200)
                        .at("/quote/fee")
                        .asText())
                .isEqualTo(fee);
    }

    /** A hold is a vote: what may be booked is judged when it is made, and given back when it lapses. */
    @Test
    void quotaIsJudgedAtTheHold() {
        quota("2");
        put(GROUP, body(hour("a", 10, 1), hour("b", 12, 2))).is(403).code("quota");
        put(GROUP, body(hour("a", 10, 1), hour("b", 12, 1))).is(201);
        String other = "7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b12";
        put(other, body(hour("c", 14, 1))).is(403).code("quota");
        quota("1");
        confirm(GROUP).is(200);
        quota("3");
        put(other, body(hour("c", 14, 1))).is(201);
        service.clock.move(Duration.ofMinutes(11));
        put("7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b13", body(hour("c", 14, 1))).is(201);
    }

    @Test
    void leadIsJudgedAtTheHold() {
        leastLead("PT3H");
        assertThat(put(GROUP, body(hour("a", 12, 1), hour("b", 10, 1)))
                        .is(403)
                        .code("not-allowed")
                        .text("detail"))
                .contains("3 hours");
        assertThat(states()).isEmpty();
        put(GROUP, body(hour("a", 12, 1))).is(201);
        leastLead("PT10H");
        confirm(GROUP).is(200);
        assertThat(states()).isEqualTo("a waiting");
    }

    private void leastLead(String time) {
        service.send("admin", "PATCH", "/accounts/ana", "{\"lead\":{\"least\":\"%s\"}}".formatted(time))
                .is(200);
    }

    private void quota(String hours) {
        service.send(
                        "admin",
                        "PATCH",
                        "/accounts/ana",
                        "{\"quota\":{\"serverHours\":\"%s\",\"window\":\"P1D\"}}".formatted(hours))
                .is(200);
    }

    @Test
    void whatIsWrong_isNamed() {
        assertThat(put("x", body(hour("a", 10, 1))).is(422).text("detail")).contains("group", "UUID");
        assertThat(put(GROUP, "{\"jobs\":[" + hour("a", 10, 1) + "]}").is(422).text("detail"))
                .contains("hold is required");
        put(GROUP, "{\"hold\":\"PT2H\",\"jobs\":[" + hour("a", 10, 1) + "]}").is(422);
        put(GROUP, "{\"hold\":\"PT10M\",\"jobs\":[]}").is(422);
        put(GROUP, "{\"hold\":\"PT10M\",\"jobs\":[{\"name\":\"a\"}]}").is(422);
    }

    /** Expected state of a group, computed independently of the service. */
    private static final class Expected {
        String state = "held";
        long until;
    }

    /** Requests about ten groups in any order, lost, late and repeated, with restarts in between. */
    @Test
    void anyOrderOfRequests() {
        long seed = Long.getLong("berth.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            groups.add(new UUID(random.nextLong(), random.nextLong()).toString());
        }
        Map<String, Expected> model = new HashMap<>();
        for (int step = 0; step < 150; step++) {
            int which = random.nextInt(groups.size());
            String group = groups.get(which);
            Expected known = model.get(group);
            long now = service.clock.millis();
            if (known != null && known.state.equals("held") && known.until <= now) {
                known.state = "lapsed";
            }
            String told = "seed %d, step %d".formatted(seed, step);
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> {
                    int status = put(group, body(hour("g" + which, 12 + which, 2)))
                            .response()
                            .statusCode();
                    boolean isReleased = known != null && known.state.equals("released");
                    assertThat(status).as(told).isEqualTo(known == null ? 201 : isReleased ? 409 : 200);
                    if (known == null) {
                        Expected held = new Expected();
                        held.until = now + Duration.ofMinutes(10).toMillis();
                        model.put(group, held);
                    }
                }
                case 4, 5, 6 -> {
                    int status = confirm(group).response().statusCode();
                    boolean canBe =
                            known != null && List.of("held", "confirmed").contains(known.state);
                    assertThat(status).as(told).isEqualTo(known == null ? 404 : canBe ? 200 : 409);
                    if (known != null && canBe) {
                        known.state = "confirmed";
                    }
                }
                case 7 -> {
                    int status = delete(group).response().statusCode();
                    boolean isConfirmed = known != null && known.state.equals("confirmed");
                    assertThat(status).as(told).isEqualTo(isConfirmed ? 409 : 200);
                    if (!isConfirmed) {
                        model.computeIfAbsent(group, unknown -> new Expected()).state = "released";
                    }
                }
                case 8 -> service.clock.move(Duration.ofMinutes(random.nextInt(4)));
                default -> {
                    if (random.nextInt(5) == 0) {
                        service.restart();
                    }
                }
            }
            check(told, groups, model);
        }
    }

    private void check(String told, List<String> groups, Map<String, Expected> model) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            Expected known = model.get(groups.get(i));
            boolean isKept = known != null
                    && (known.state.equals("confirmed")
                            || (known.state.equals("held") && known.until > service.clock.millis()));
            if (known != null && isKept) {
                kept.add("g" + i + (known.state.equals("held") ? " held" : " waiting"));
            }
        }
        // Time passes for the book with the next write.
        delete(GROUP).is(200);
        String found = states();
        assertThat(found.isEmpty() ? List.of() : List.of(found.split(", ", -1)))
                .as(told)
                .hasSameElementsAs(kept)
                .hasSameSizeAs(kept);
    }
}
