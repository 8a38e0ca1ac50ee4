package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sharing, giving and booking for others in the shell, against a real service. */
class SharingCommandsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC);

    private Shop shop;
    private final Map<String, String> tokens = new HashMap<>();

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
        for (String name : List.of("ana", "ben")) {
            assertThat(shop.berth("account", "add", name).code()).isZero();
            tokens.put(
                    name,
                    Shop.json(shop.berth("account", "token", "add", "--account", name, "--json"))
                            .path("token")
                            .asText());
        }
        assertThat(shop.berth("project", "add", "climate", "--member", "ana").err())
                .isEmpty();
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
        return Ran.with(new byte[0], variables, CLOCK, all.toArray(String[]::new));
    }

    private static String done(Ran ran) {
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        return ran.out();
    }

    private String book(String user, String... more) {
        List<String> args =
                new ArrayList<>(List.of("book", "train", "--stay", "1h", "--ready", "09:00", "--pool", "fast"));
        args.addAll(List.of(more));
        return done(as(user, args.toArray(String[]::new)));
    }

    @Test
    void guests_areShown_listed_andRemoved() {
        assertThat(book("ana", "--share", "ben")).contains("guests       ben\n");
        assertThat(done(as("ben", "list", "--shared"))).contains("r1  train  ana", "GUESTS", "ben");
        assertThat(done(as("ben", "show", "r1"))).contains("user         ana\n", "guests       ben\n");
        assertThat(done(as("ana", "share", "r1", "climate, admin", "--remove", "ben")))
                .startsWith("r1 is shared with admin, project:climate\n")
                .contains("berth run --reservation r1");
        assertThat(done(as("ben", "list", "--shared"))).isEqualTo("No reservations found\n");
        assertThat(done(as("ana", "share", "r1", "--none"))).isEqualTo("r1 is shared with nobody\n");
        assertThat(as("ana", "share", "r1").err()).contains("NAMES is missing");
        assertThat(as("ana", "share", "r1", "ben", "--none").err()).contains("--none");
        Ran unknown = as("ana", "share", "r1", "ben,nobody");
        assertThat(unknown.err()).contains("\"nobody\"");
        assertThat(unknown.code()).isNotZero();
        assertThat(done(as("ana", "show", "r1"))).doesNotContain("guests");
    }

    @Test
    void anotherOwner_hasIt_ifTheQuotaAllows() {
        book("ana");
        assertThat(done(as("ana", "give", "r1", "ben", "--dry-run"))).contains("could be given", "Nothing was changed");
        assertThat(done(as("ana", "give", "r1", "ben"))).isEqualTo("r1 belongs to ben now\n");
        assertThat(done(as("ben", "list"))).contains("r1  train  ben");
        assertThat(as("ana", "cancel", "r1").code()).isEqualTo(1);
        done(shop.berth("account", "change", "ana", "--quota", "0.5/7d"));
        Ran refused = as("ben", "give", "r1", "ana");
        assertThat(refused.err()).contains("Quota of ana", "(quota)");
        assertThat(refused.code()).isEqualTo(1);
    }

    @Test
    void operatorsAndStaff_bookForOthers() {
        assertThat(done(shop.berth("book", "later", "--for-user", "ana", "--stay", "1h", "--ready", "10:00")))
                .contains("user         ana, booked by admin\n");
        Ran stranger = as("ben", "book", "train", "--for-user", "ana", "--project", "climate", "--for", "1h");
        assertThat(stranger.err()).contains("ben may not book for ana", "(not-allowed)");
        assertThat(done(shop.berth("project", "staff", "add", "climate", "ben")))
                .contains("staff        ben\n");
        assertThat(book("ben", "--for-user", "ana", "--project", "climate"))
                .contains("user         ana, booked by ben\n", "project      climate\n");
        assertThat(done(as("ana", "list"))).contains("BOOKED BY", "admin", "ben");
        assertThat(done(shop.berth("project", "staff", "remove", "climate", "ben")))
                .doesNotContain("staff");
    }
}
