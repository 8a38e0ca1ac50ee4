package dev.berth.cli.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth instances} of a site that one instance has to itself. */
class InstancesCommandTest {
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private String name() {
        return Shop.json(shop.berth("instances", "--json")).path("leader").asText();
    }

    @Test
    void oneInstance_leads() {
        Ran ran = shop.berth("instances");
        assertThat(ran.code()).isZero();
        assertThat(ran.out().lines().toList().getFirst()).matches("INSTANCE +STATE +SINCE +VERSION +LAG +BUILD");
        assertThat(ran.out().lines().toList().get(1))
                .startsWith(name())
                .matches(".* leads +2026-11-16 08:00 +[0-9]+ +0 +[0-9]+\\.[0-9]+\\.[0-9]+[^ ]*");
    }

    /** Scripts that are older than the word, and services that are. */
    @Test
    void servers_isUnderstoodAsBefore() {
        assertThat(shop.berth("servers").out())
                .isEqualTo(shop.berth("instances").out());
        assertThat(Shop.json(shop.berth("servers", "--json"))
                        .path("servers")
                        .path(0)
                        .path("name")
                        .asText())
                .isEqualTo(name());
        assertThat(shop.berth("servers", "drain", name()).err()).contains("(only-server)");
        assertThat(shop.berth("--help").out()).contains("  instances ").doesNotContain("  servers ");
        assertThat(shop.berth("completion", "bash").out()).doesNotContain(" servers ");
    }

    @Test
    void onlyInstance_isNotDrained() {
        String name = name();
        Ran drained = shop.berth("instances", "drain", name);
        assertThat(drained.code()).isEqualTo(1);
        assertThat(drained.err()).contains(name + " is the only instance", "(only-server)");
        assertThat(shop.berth("instances", "resume", name).out()).isEqualTo(name + " may lead again\n");
        Ran unknown = shop.berth("instances", "drain", "nobody:1");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("no instance \"nobody:1\"");
    }
}
