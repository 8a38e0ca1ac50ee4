package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Guests of a reservation who run commands in it, at their shells and on its host. */
@Timeout(180)
class GuestRunTest {
    @TempDir
    private Path work;

    private ShopWithHosts shop;

    @BeforeEach
    void open() {
        shop = new ShopWithHosts(work, Map.of(), "dgx1");
        for (String name : new String[] {"ana", "ben", "eve"}) {
            assertThat(shop.berth("account", "add", name).code()).isZero();
            Ran login = as(name, "login", shop.shop.address(), "--token", shop.shop.server.oneTimeToken(name));
            assertThat(login.code()).as(login.err()).isZero();
        }
        Ran booked = as("ana", "book", "train", "--gpus", "2", "--for", "1h", "--from", "now", "--share", "ben");
        assertThat(booked.out()).as(booked.err()).contains("r1, train", "guests", "ben");
        await("running", () -> show("ana").path("state").asText().equals("running"));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofMinutes(1)).until(condition);
    }

    private Ran as(String name, String... args) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("XDG_CONFIG_HOME", work.resolve("config-of-" + name).toString());
        variables.put("XDG_STATE_HOME", work.resolve("state-of-" + name).toString());
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private Ran runs(String name, String script, String... options) {
        String[] line = new String[options.length + 7];
        System.arraycopy(new String[] {"run", "--reservation", "r1"}, 0, line, 0, 3);
        System.arraycopy(options, 0, line, 3, options.length);
        System.arraycopy(new String[] {"--", "sh", "-c", script}, 0, line, options.length + 3, 4);
        return as(name, line);
    }

    private JsonNode show(String name) {
        return Shop.json(as(name, "show", "r1", "--json"));
    }

    @Test
    void aGuestRunsInIt_withItsCards_andItStaysItsOwners() {
        Ran ran = runs("ben", "echo $BERTH_RESERVATION on $BERTH_HOSTS with $CUDA_VISIBLE_DEVICES; exit 4");
        assertThat(ran.out()).as(ran.err()).isEqualTo("r1 on dgx1 with 0,1\n");
        assertThat(ran.code()).isEqualTo(4);
        assertThat(show("ana").path("state").asText()).isEqualTo("running");
        assertThat(show("ana").path("user").asText()).isEqualTo("ana");
        assertThat(show("ana").at("/run/exitCode").asInt()).isEqualTo(4);
        assertThat(runs("ana", "echo mine").out()).isEqualTo("mine\n");
    }

    @Test
    void whoIsNoGuest_isRefused() {
        Ran ran = runs("eve", "echo wrong");
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("r1");
        assertThat(ran.code()).isNotZero();
    }

    /** It may run already what its guest does not want others to end; and who is guest no more begins nothing new. */
    @Test
    void whatAGuestHasBegun_goesOn_whenSharingStops() throws Exception {
        Ran begun = runs("ben", "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.05; done; exit 5", "--detach");
        assertThat(begun.code()).as(begun.err()).isZero();
        await("ready", () -> Files.exists(work.resolve("ready")));
        Ran second = runs("ana", "echo mine");
        assertThat(second.code()).as("one command at a time").isNotZero();

        assertThat(as("ana", "share", "r1", "--none").code()).isZero();
        assertThat(as("ben", "cancel", "r1").code()).isNotZero();
        Files.createFile(work.resolve("go"));
        await("its end", () -> show("ana").at("/run/exitCode").asInt(-1) == 5);
        assertThat(show("ana").path("state").asText()).isEqualTo("running");
        assertThat(runs("ben", "echo again").out()).isEmpty();
    }
}
