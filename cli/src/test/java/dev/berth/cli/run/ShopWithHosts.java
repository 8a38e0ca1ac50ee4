package dev.berth.cli.run;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.cli.run.ssh.LoopbackHosts;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.site.TimeSource;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * A site that goes by the real clock, with a pool of hosts that are real OpenSSH servers on loopback, and its administrator at the shell of a
 * laptop that is none of them. All have one home directory, as with NFS.
 */
final class ShopWithHosts implements AutoCloseable {
    private static final Parts PARTS = Parts.of(Part.devices("gpu", 4), Part.amount("cores", 16));

    final Shop shop;
    final LoopbackHosts hosts;
    final Map<String, String> variables;

    /** @param more variables that everybody sees, at the shell and on the hosts */
    ShopWithHosts(Path work, Map<String, String> more, String... names) {
        shop = new Shop(
                work,
                TimeSource.following(Clock.systemUTC()),
                settings -> settings.with(draft -> draft.pools = List.of(new PoolJson.Planned(
                        new Pool("dgx", names.length, "1").withParts(PARTS),
                        Optional.empty(),
                        Unit.SERVER,
                        List.of(names).stream()
                                .map(each -> new NamedServer(each, Optional.of(each), Optional.empty()))
                                .toList()))));
        Map<String, String> seen = new HashMap<>(more);
        seen.put("XDG_STATE_HOME", shop.variables.get("XDG_STATE_HOME"));
        seen.put("WORK", work.toString());
        hosts = new LoopbackHosts(work.resolve("ssh"), seen, names);
        variables = new HashMap<>(seen);
        variables.putAll(shop.variables);
        variables.put("PATH", System.getenv("PATH"));
        variables.put("BERTH_SSH", hosts.ssh());
        variables.put("BERTH_HOST", "laptop");
    }

    /** Answer to a command line. */
    Ran berth(String... args) {
        return typed("", args);
    }

    /** The same with some input. */
    Ran typed(String input, String... args) {
        return Ran.with(input.getBytes(StandardCharsets.UTF_8), variables, Clock.systemUTC(), args);
    }

    /** Books from now on for an hour, and waits until that has begun. */
    String booked(String... words) {
        List<String> line = new ArrayList<>(List.of("book"));
        line.addAll(List.of(words));
        line.addAll(List.of("--for", "1h", "--from", "now", "--json"));
        String id = Shop.json(berth(line.toArray(String[]::new))).path("id").asText();
        Awaitility.await(id)
                .atMost(Duration.ofMinutes(1))
                .until(() -> Shop.json(berth("show", id, "--json"))
                        .path("state")
                        .asText()
                        .equals("running"));
        return id;
    }

    @Override
    public void close() {
        hosts.close();
        shop.close();
    }
}
