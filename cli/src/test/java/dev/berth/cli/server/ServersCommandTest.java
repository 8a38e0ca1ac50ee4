package dev.berth.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth servers} of a site that one server has to itself. */
class ServersCommandTest {
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
        return Shop.json(shop.berth("servers", "--json")).path("leader").asText();
    }

    @Test
    void oneServer_leads() {
        Ran ran = shop.berth("servers");
        assertThat(ran.code()).isZero();
        assertThat(ran.out().lines().toList().getFirst()).matches("SERVER +STATE +SINCE +VERSION +LAG +BUILD");
        assertThat(ran.out().lines().toList().get(1))
                .startsWith(name())
                .matches(".* leads +2026-11-16 08:00 +[0-9]+ +0 +[0-9]+\\.[0-9]+\\.[0-9]+[^ ]*");
    }

    @Test
    void onlyServer_isNotDrained() {
        String name = name();
        Ran drained = shop.berth("servers", "drain", name);
        assertThat(drained.code()).isEqualTo(1);
        assertThat(drained.err()).contains(name + " is the only server of this site", "(only-server)");
        assertThat(shop.berth("servers", "resume", name).out()).isEqualTo(name + " may lead again\n");
        Ran unknown = shop.berth("servers", "drain", "nobody:1");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("There is no server \"nobody:1\" of this site; see berth servers");
    }
}
