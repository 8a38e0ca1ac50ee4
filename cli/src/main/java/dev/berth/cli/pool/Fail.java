package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code berth fail}. */
@Command(
        name = "fail",
        description = {
            "Says that servers have broken down, whatever was promised: they are out from now on, until berth undrain.",
            "Who was to have them is planned anew within its terms; who finds no place waits for one."
        })
public final class Fail implements Callable<Integer> {
    @Mixin
    private final PoolServers servers;

    public Fail(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public Integer call() {
        return servers.send("fail", servers.request(), this::words);
    }

    private String words(JsonNode answer) {
        return servers + " are out\n"
                + line(answer, "moved", "have another place: ")
                + line(answer, "degraded", "have none and wait for one: ")
                + line(answer, "displaced", "are gone: ");
    }

    private static String line(JsonNode answer, String field, String what) {
        List<String> ids = new ArrayList<>();
        answer.path(field).forEach(id -> ids.add(id.asText()));
        return ids.isEmpty() ? "" : what + String.join(", ", ids) + "\n";
    }
}
