package dev.berth.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots and searches from the shell, against a real service: slow servers are free of charge, fast ones cost 2 an hour. */
class ProvisionClientTest {
    private static final String FORK = """
            {"name":"fork","tasks":[{"id":"a","kind":"part","seconds":1800},{"id":"b","kind":"part","seconds":1800},
            {"id":"c","kind":"end","seconds":1800,"after":["a","b"]}]}""";

    private Shop shop;
    private String file;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        shop = new Shop(temporary);
        file = Files.writeString(temporary.resolve("fork.json"), FORK).toString();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void slots_areThoseOfTheService() {
        assertThat(shop.fill().code()).isZero();
        Ran slots = shop.berth("slots", "--pool", "fast");
        assertThat(slots.code()).as(slots.err()).isZero();
        assertThat(slots.out()).isEqualTo("""
                        POOL  START             END               SERVERS  SERVER-HOUR  SOLD
                        fast  2026-11-16 08:00  2026-11-16 09:00  2        2.00         as a whole
                        fast  2026-11-16 11:00  2026-11-17 08:00  2        2.00         in parts, and for longer
                        Valid until 2026-11-16 08:01; nothing is held.
                        """);
        assertThat(shop.berth("slots", "--gaps", "parts", "--from", "08:30").out())
                .contains("fast  2026-11-16 08:30  2026-11-16 09:00  2        2.00         in parts\n");
        assertThat(Shop.json(shop.berth("slots", "--json")).path("slots").size())
                .isEqualTo(3);
        assertThat(shop.berth("slots", "--pool", "none").err()).contains("none").contains("slow, fast");
    }

    @Test
    void search_chooseBookShowCancel() {
        Ran points = shop.berth("workflow", "provision", file);
        assertThat(points.code()).as(points.err()).isZero();
        assertThat(points.out())
                .startsWith("""
                        fork: 2 slots, 3 plans tried (every possible plan)
                        POINT  COST  MAKESPAN  DONE BY           SLOTS
                        0      0.00  2h        2026-11-16 10:10  1
                        1      3.00  1h        2026-11-16 09:10  1
                        -      3.00  1h        2026-11-16 09:10  -      queue of fast
                        """)
                .containsSubsequence("estimate", "until 2026-11-16 08:10: berth workflow provision q-");
        String search = points.out().replaceAll("(?s).*(q-\\S+).*", "$1");

        Ran shown = shop.berth("workflow", "provision", search, "--alpha", "0");
        assertThat(shown.out())
                .contains("1      3.00  1h        2026-11-16 09:10  1      chosen\n")
                .containsSubsequence("point 1: cost 3.00 ", "done by 2026-11-16 09:10\nPrice 3.00\n")
                .contains(search + " --point 1 --book\n");
        Ran booked = shop.berth("workflow", "provision", search, "--point", "1", "--book");
        assertThat(booked.code()).as(booked.err()).isZero();
        assertThat(booked.out())
                .startsWith("booked\nprovision p1, fork: done by 2026-11-16 09:10\nPOOL  SERVERS  START")
                .contains("waiting  r1\n")
                .endsWith("\nPrice 3.00\n");
        assertThat(shop.berth("workflow", "provisions").out()).contains("p1         fork  admin  3.00  1h");
        assertThat(shop.berth("workflow", "provisions", "p1").out())
                .contains("TASK  POOL  SERVERS")
                .contains("c     fast");
        assertThat(shop.berth("show", "r1").out()).contains("provision    p1");
        assertThat(shop.berth("workflow", "cancel", "p1", "--dry-run").out())
                .startsWith("Would cancel p1. Price 0.00 instead of 3.00; fee 0.60");
        assertThat(shop.berth("workflow", "cancel", "p1").out())
                .startsWith("Cancelled p1. Price 0.00 instead of 3.00; fee");
        assertThat(shop.berth("workflow", "provisions", "p1").out())
                .contains("given up")
                .contains("cancelled");
    }

    @Test
    void overAQuota_thePlanSaysSo() {
        shop.berth("account", "change", "admin", "--quota", "1h/1d");
        Ran points = shop.berth("workflow", "provision", file);
        String search = points.out().replaceAll("(?s).*(q-\\S+).*", "$1");
        Ran shown = shop.berth("workflow", "provision", search, "--alpha", "0");
        assertThat(shown.out()).containsSubsequence("\nPrice 3.00\n", "refused: Quota of admin: 1 server-hours");
    }

    @Test
    void termsReachTheService_andItsRefusalsAreTold() {
        Ran wide = shop.berth("workflow", "provision", file, "--servers", "1", "--servers", "end=9");
        assertThat(wide.code()).isEqualTo(1);
        assertThat(wide.err())
                .startsWith("Refused: a task takes 9 servers at once")
                .contains("(no-plan)");
        Ran late = shop.berth(
                "workflow", "provision", file, "--deadline", "09:00", "--alpha", "0.5", "--ready", "08:05", "--book");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).contains("by the deadline");
        Ran kind = shop.berth("workflow", "provision", file, "--servers", "mAdd=2");
        assertThat(kind.code()).isEqualTo(2);
        assertThat(kind.err()).contains("serversByKind").contains("mAdd");
        Ran plain = shop.berth(
                "workflow",
                "provision",
                file,
                "--alpha",
                "1",
                "--book",
                "--json",
                "--pool",
                "fast",
                "--gaps",
                "parts",
                "--transfer",
                "1s",
                "--scheduler",
                "min-min",
                "--search",
                "moga",
                "--population",
                "4",
                "--iterations",
                "2",
                "--seed",
                "7",
                "--limit",
                "10s");
        assertThat(plain.code()).as(plain.err()).isZero();
        assertThat(Shop.json(plain).path("provision").asText()).isEqualTo("p1");
        assertThat(shop.berth("workflow", "provision", file, "--book").err()).startsWith("--book: choose a plan");
        assertThat(shop.berth("workflow", "provision", file, "--alpha", "1", "--point", "2")
                        .err())
                .contains("--point and --alpha");
        assertThat(shop.berth("workflow", "provision", file, "--servers", "many")
                        .err())
                .startsWith("--servers: \"many\"");
        assertThat(shop.berth("workflow", "provision", "q-0123456789012345678901")
                        .err())
                .contains("search again");
    }
}
