package dev.berth.cli.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects from the shell, against a real service. */
class ProjectCommandsTest {
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void project_fromItsBeginningToItsEnd() {
        shop.berth("account", "add", "ana");
        assertThat(shop.berth("project", "add", "climate", "--title", "Climate models", "--member", "admin")
                        .code())
                .isZero();
        assertThat(shop.berth("project", "add", "climate").err()).contains("There is or was a project climate");
        Ran added = shop.berth("project", "member", "add", "climate", "ana");
        assertThat(added.out()).isEqualTo("""
                        Added
                        project      climate
                        title        Climate models
                        state        open
                        members      admin, ana
                        """);
        Ran limited = shop.berth("project", "change", "climate", "--quota", "10h/7d", "--budget", "20/month");
        assertThat(limited.err()).isEmpty();
        shop.berth("project", "change", "climate", "--quota", "8h/7d", "--pool", "fast");
        Ran booked = shop.berth(
                "book",
                "model",
                "--stay",
                "2h",
                "--servers",
                "2",
                "--pool",
                "fast",
                "--ready",
                "09:00",
                "--deadline",
                "11:00",
                "--project",
                "climate");
        assertThat(booked.code()).as(booked.err()).isZero();

        String shown = shop.berth("project", "show", "climate").out();
        assertThat(shown).contains("members      admin, ana", "budget       20.00/month, 8.00 spent, 12.00 left");
        assertThat(shown.lines().filter(line -> line.startsWith("quota"))).hasSize(2);
        assertThat(shop.berth("project", "list").out())
                .startsWith("PROJECT  STATE")
                .contains("climate", "open", "20.00/month", "8.00", "Climate models");

        assertThat(shop.berth("project", "member", "remove", "climate", "ana").out())
                .startsWith("Removed\n");
        assertThat(shop.berth("project", "change", "climate", "--no-budget", "--no-quota")
                        .code())
                .isZero();
        assertThat(shop.berth("project", "close", "climate").out()).isEqualTo("Closed: climate\n");
        assertThat(shop.berth("project", "list").out()).doesNotContain("climate");
        assertThat(shop.berth("project", "list", "--all").out()).contains("climate", "closed");
        Ran refused = shop.berth("book", "late", "--work", "1h", "--deadline", "18:00", "--project", "climate");
        assertThat(refused.err()).contains("is closed; choose another project");
        assertThat(shop.berth("project", "open", "climate").out()).isEqualTo("Opened: climate\n");
    }

    @Test
    void wrongTerms_areNamed() {
        shop.berth("project", "add", "climate");
        assertThat(shop.berth("project", "change", "climate").err()).contains("Nothing to change");
        assertThat(shop.berth("project", "change", "climate", "--budget", "much")
                        .err())
                .containsSubsequence("\"much\"", "500/month or 2000/total");
        assertThat(shop.berth("project", "change", "climate", "--budget", "1", "--no-budget")
                        .err())
                .contains("--budget or --no-budget");
        assertThat(shop.berth("project", "change", "climate", "--pool", "fast").err())
                .contains("--pool needs --quota");
        assertThat(shop.berth("project", "show", "nothing").err()).contains("Unknown project nothing");
        assertThat(shop.berth("project", "member", "add", "climate", "nobody").err())
                .contains("Unknown account");
    }
}
