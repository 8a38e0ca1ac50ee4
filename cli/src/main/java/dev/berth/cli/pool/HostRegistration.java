package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.FoundHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.PartWords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Adds a machine to a site as a host with parts: in a new pool, or in the one of equal hosts. */
record HostRegistration(ServiceClient service, FoundHost found, boolean isShared) {
    /** Adds it, and returns a line that says what was done. */
    String add() {
        for (JsonNode each : service.send("GET", "/pools").expected().path("pools")) {
            if (AnswerText.text(each, "name").equals(found.pool())) {
                return join(each);
            }
        }
        ObjectNode request = JsonTree.object().put("name", found.pool()).put("rate", "1");
        ObjectNode attributes = request.putObject("attributes");
        found.attributes().forEach(attributes::put);
        ObjectNode parts = request.putObject("parts");
        found.parts().forEach((part, count) -> {
            if (part.equals(PartWords.GPU) && found.cardMemory() > 0) {
                ObjectNode cards = parts.putObject(part).put("count", count).put("memory", found.cardMemory());
                if (isShared) {
                    cards.put("shares", 1000);
                }
            } else {
                parts.put(part, count);
            }
        });
        addServer(request);
        service.change("POST", "/pools", request, new IdempotencyKey().value()).expected();
        return "Added: pool %s with host %s: %s".formatted(found.pool(), found.host(), words(found.parts()));
    }

    private void addServer(ObjectNode request) {
        request.putArray("serverList").addObject().put("name", found.host()).put("host", found.host());
    }

    private String join(JsonNode pool) {
        Map<String, Long> theirs = new LinkedHashMap<>();
        pool.path("parts")
                .forEach(part -> theirs.put(
                        AnswerText.text(part, "name"), part.path("count").asLong()));
        if (!theirs.equals(found.parts())) {
            throw new BadInput("Pool %s has %s, but this machine has %s; choose another name with --pool"
                    .formatted(
                            found.pool(),
                            theirs.isEmpty() ? "servers without parts" : "hosts with " + words(theirs),
                            words(found.parts())));
        }
        for (JsonNode server : pool.path("serverList")) {
            if (AnswerText.text(server, "name").equals(found.host())) {
                return "Pool %s already has host %s".formatted(found.pool(), found.host());
            }
        }
        ObjectNode request = JsonTree.object();
        addServer(request);
        service.change(
                        "POST",
                        "/pools/" + Remote.encoded(found.pool()) + "/servers",
                        request,
                        new IdempotencyKey().value())
                .expected();
        return "Added to pool %s: host %s".formatted(found.pool(), found.host());
    }

    private static String words(Map<String, Long> parts) {
        return parts.entrySet().stream()
                .map(each -> PartWords.counted(each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }
}
