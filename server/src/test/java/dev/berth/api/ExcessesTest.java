package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Visibility;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares of cards, and the memory that a guard sees taken of them. */
class ExcessesTest {
    private static final int MIB = 143_771;

    private TestService service;

    @BeforeEach
    void open(@TempDir Path data) {
        Parts parts = Parts.of(Part.sharedDevices("gpu", 2, MIB), Part.amount("cores", 16));
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.visibility = Visibility.BUSY)
                        .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ben", "bmiller")))
                        .with(draft -> draft.pools = List.of(new PoolJson.Planned(
                                new Pool("dgx", 1, "1").withParts(parts),
                                Optional.empty(),
                                Unit.SERVER,
                                List.of(new NamedServer("dgx1", Optional.of("dgx"), Optional.empty()))))));
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"guard\"}").is(200);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void booked(String user, String what) {
        service.send(
                        user,
                        "POST",
                        "/reservations",
                        "{\"name\":\"job\",\"ready\":\"2026-11-16T08:00:00Z\",\"deadline\":\"2026-11-16T10:00:00Z\",\"stay\":\"PT2H\",%s}"
                                .formatted(what))
                .is(201);
    }

    private Result seen(String... uses) {
        return service.send("vera", "POST", "/hosts/dgx/uses", """
                {"devices":["GPU-a","GPU-b"],
                "cards":[{"device":"GPU-a","number":0,"memory":%1$d},{"device":"GPU-b","number":1,"memory":%1$d}],
                "uses":[%2$s]}""".formatted(MIB, String.join(",", uses)))
                .is(200);
    }

    private static String use(String device, String user, int pid, int mebibytes) {
        return "{\"devices\":[\"%s\"],\"user\":\"%s\",\"pid\":%d,\"process\":\"python3\",\"cardMemory\":%d}"
                .formatted(device, user, pid, mebibytes);
    }

    @Test
    void aShareThatIsExceeded_isReported_andNobodyElse() {
        booked("ana", "\"share\":{\"thousandths\":500}");
        booked("ben", "\"share\":{\"memory\":\"20g\"}");
        service.clock.move(Duration.ofMinutes(1));

        assertThat(seen(use("GPU-a", "ana", 7, MIB / 2), use("GPU-a", "bmiller", 8, 20 << 10))
                        .at("/excesses"))
                .as("all that was booked, and no more")
                .isEmpty();
        assertThat(service.get("ben", "/reservations/r2")
                        .is(200)
                        .at("/devices/0/numbers")
                        .toString())
                .as("both on one card")
                .isEqualTo("[0]");
        Result report = seen(
                use("GPU-a", "ana", 7, 40_000), use("GPU-a", "bmiller", 8, 20 << 10), use("GPU-a", "bmiller", 9, 1));
        assertThat(report.at("/excesses")).hasSize(1);
        String since = report.at("/excesses/0/since").asText();
        assertThat(report.at("/excesses/0").toString())
                .isEqualTo("{\"host\":\"dgx\",\"user\":\"bmiller\",\"server\":\"dgx1\",\"card\":0,\"used\":20481,"
                        + "\"booked\":20480,\"reservations\":[\"r2\"],\"since\":\"%s\"}".formatted(since));
        assertThat(report.at("/intruders")).isEmpty();

        service.clock.move(Duration.ofMinutes(1));
        assertThat(seen(use("GPU-a", "bmiller", 9, 30_000))
                        .at("/excesses/0/since")
                        .asText())
                .isEqualTo(since);
        assertThat(service.get("ben", "/sightings").is(200).at("/excesses")).hasSize(1);
        assertThat(service.get("ana", "/sightings").is(200).at("/excesses"))
                .as("another one's, on a site that shows no names")
                .isEmpty();
        assertThat(service.get("olga", "/sightings")
                        .is(200)
                        .at("/excesses/0/used")
                        .asInt())
                .isEqualTo(30_000);
        assertThat(seen().at("/excesses")).isEmpty();
        assertThat(service.get("olga", "/sightings").is(200).at("/excesses")).isEmpty();
    }

    /** Guests may take what is shared with them beside what is their own. */
    @Test
    void sharesOfGuests_countForThem() {
        booked("ana", "\"share\":{\"memory\":\"20g\"}");
        booked("ben", "\"share\":{\"memory\":\"10g\"}");
        service.send("ana", "POST", "/reservations/r1/guests", "{\"add\":[\"ben\"]}")
                .is(200);
        service.clock.move(Duration.ofMinutes(1));

        assertThat(seen(use("GPU-a", "bmiller", 8, 30 << 10)).at("/excesses")).isEmpty();
        assertThat(seen(use("GPU-a", "bmiller", 8, (30 << 10) + 1))
                        .at("/excesses/0/booked")
                        .asInt())
                .isEqualTo(30 << 10);
    }

    /** Two shares of a card are one allowance, and a whole card has no limit; what the driver does not tell is no excess. */
    @Test
    void sharesAddUp_andWholeCardsHaveNoLimit() {
        booked("ana", "\"share\":{\"memory\":\"20g\"}");
        booked("ana", "\"share\":{\"memory\":\"30g\"}");
        booked("ben", "\"parts\":{\"gpu\":1}");
        service.clock.move(Duration.ofMinutes(1));

        assertThat(seen(use("GPU-a", "ana", 7, 50 << 10), use("GPU-b", "bmiller", 8, MIB))
                        .at("/excesses"))
                .isEmpty();
        assertThat(seen(use("GPU-a", "ana", 7, (50 << 10) + 1))
                        .at("/excesses/0/reservations")
                        .toString())
                .isEqualTo("[\"r1\",\"r2\"]");
        assertThat(seen("{\"devices\":[\"GPU-a\"],\"user\":\"ana\",\"pid\":7,\"process\":\"python3\"}")
                        .at("/excesses"))
                .isEmpty();
    }
}
