package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.service.ask.AskSettings;
import dev.berth.site.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ana has both fast servers, ben finds no room, and the admin is the operator: the story of an ask at three shells. */
class AskCommandsTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private Shop shop;
    private final Map<String, String> tokens = new HashMap<>();

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(
                directory,
                TimeSource.following(Shop.CLOCK),
                settings -> settings.with(
                        draft -> draft.asks = new AskSettings(true, 250_000, 6 * HOUR, 2 * HOUR, 3, 3, HOUR / 2)));
        for (String name : List.of("ana", "ben")) {
            shop.berth("account", "add", name);
            tokens.put(
                    name,
                    shop.berth("account", "token", "add", "--account", name)
                            .out()
                            .strip());
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Ran as(String user, String... args) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("BERTH_URL", shop.address());
        variables.put("BERTH_TOKEN", tokens.get(user));
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--zone", "UTC"));
        return Ran.with("".getBytes(StandardCharsets.UTF_8), variables, Shop.CLOCK, all.toArray(String[]::new));
    }

    private static Ran done(Ran ran) {
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        return ran;
    }

    private Ran fill(String user) {
        return as(
                user,
                "book",
                "train",
                "--stay",
                "2h",
                "--servers",
                "2",
                "--pool",
                "fast",
                "--ready",
                "10:00",
                "--deadline",
                "12:00");
    }

    @Test
    void operatorAsks_ownerAnswers() {
        done(fill("ana"));
        Ran rehearsed =
                done(shop.berth("ask", "r1", "--deadline", "+6h", "--discount", "20%", "--expires", "1h", "--dry-run"));
        assertThat(rehearsed.out()).contains("q1, open", "6.40 instead of 8.00");
        assertThat(as("ana", "requests").out()).doesNotContain("q1");
        Ran asked = done(shop.berth(
                "ask", "r1", "--deadline", "+6h", "--discount", "20%", "--expires", "1h", "--reason", "A course"));
        assertThat(asked.out()).endsWith("""
                ask          q1, open
                reservation  r1, train, of ana
                asked by     admin
                deadline     2026-11-16 18:00 instead of 2026-11-16 12:00
                price        6.40 instead of 8.00
                reason       A course
                expires      2026-11-16 09:00
                """);
        String table = """
                ASK  STATE  RESERVATION  USER  BY     DEADLINE          NEW DEADLINE      PRICE                 EXPIRES
                q1   open   r1           ana   admin  2026-11-16 12:00  2026-11-16 18:00  6.40 instead of 8.00  2026-11-16 09:00
                """;
        assertThat(done(as("ana", "requests")).out()).isEqualTo(table);
        assertThat(done(shop.berth("requests")).out()).isEqualTo(table);
        assertThat(done(as("ana", "show", "q1")).out()).contains("q1, open", "A course");
        assertThat(as("ben", "requests").out()).doesNotContain("q1");
        assertThat(as("ben", "accept", "q1").code()).isEqualTo(2);
        assertThat(shop.berth("accept", "q1").code()).isEqualTo(1);
        assertThat(done(as("ana", "accept", "q1", "--dry-run")).out()).startsWith("Would accept q1. Price 6.40");
        assertThat(done(as("ana", "accept", "q1")).out())
                .startsWith("Accepted q1. Price 6.40 instead of 8.00")
                .contains("2026-11-16 10:00 to 2026-11-16 18:00");
        assertThat(as("ana", "decline", "q1").err()).contains("q1 was accepted");
        JsonNode over = Shop.json(done(as("ana", "requests", "--answered", "--json")));
        assertThat(over.path("asks").path(0).path("state").asText()).isEqualTo("accepted");
        assertThat(done(shop.berth("requests", "--answered")).out()).contains("accepted");
    }

    @Test
    void decline_withdraw_andNoMore() {
        done(fill("ana"));
        done(shop.berth("ask", "r1", "--deadline", "18:00"));
        assertThat(done(as("ana", "decline", "q1")).out()).isEqualTo("Declined q1; r1 stays as it is\n");
        done(shop.berth("ask", "r1", "--deadline", "18:00", "--expires", "09:30"));
        assertThat(done(shop.berth("cancel", "q2")).out()).isEqualTo("Withdrew q2\n");
        assertThat(as("ana", "accept", "q2").err()).contains("q2 was withdrawn", "taken back");
        assertThat(done(as("ana", "notices", "set", "--asks", "off")).out()).contains("not asked for flexibility");
        assertThat(shop.berth("ask", "r1", "--deadline", "18:00").err()).contains("ana does not want to be asked");
    }

    /** From a refusal to a held job: nobody but the owner has to do anything. */
    @Test
    void refused_askedByItself_andHeld() {
        done(fill("ana"));
        Ran refused = as(
                "ben",
                "book",
                "course",
                "--stay",
                "3h",
                "--servers",
                "1",
                "--pool",
                "fast",
                "--ready",
                "10:00",
                "--deadline",
                "13:00");
        assertThat(refused.code()).isEqualTo(1);
        Awaitility.await("an ask")
                .atMost(Durations.ONE_MINUTE)
                .until(() -> as("ana", "requests").out().contains("q1"));
        assertThat(done(as("ben", "requests")).out())
                .contains("room for course")
                .doesNotContain("ana");
        done(as("ana", "accept", "q1"));
        assertThat(done(as("ben", "requests", "--answered")).out()).contains("accepted");
        assertThat(done(as("ben", "show", "q1")).out()).contains("room for     the job course of ben, held as r2");
        assertThat(done(as("ben", "confirm", "r2")).out()).contains("2026-11-16 10:00 to 2026-11-16 13:00");
        assertThat(done(as("ana", "show", "r1")).out()).contains("when         2026-11-16 13:00 to 2026-11-16 15:00");
    }

    @Test
    void whatCannotBeRead_isSaid() {
        assertThat(shop.berth("ask", "r1").err()).contains("--deadline +6h");
        for (String share : List.of("x", "-1", "20", "1000%", "0.12345678")) {
            Ran ran = shop.berth("ask", "r1", "--deadline", "+1h", "--discount", share);
            assertThat(ran.code()).as(share).isEqualTo(2);
            assertThat(ran.err()).contains("20% or 0.2");
        }
        assertThat(shop.berth("requests", "--answered", "--turned-away").code()).isEqualTo(2);
        assertThat(AskCommand.share("12.5%")).isEqualTo("0.125");
        assertThat(AskCommand.share("100 %")).isEqualTo("1");
    }
}
