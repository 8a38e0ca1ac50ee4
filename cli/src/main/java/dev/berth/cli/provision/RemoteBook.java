package dev.berth.cli.provision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import dev.berth.provision.booking.SiteBook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A service that takes bookings as groups of holds. A receipt is the number of a reservation.
 *
 * @param name its address
 * @param epoch when the times of allocations begin to count, in milliseconds
 */
record RemoteBook(ServiceClient service, String name, long epoch) implements SiteBook {
    /** Long enough to hold and confirm the rest, short enough to be no burden should this process die. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Override
    public Standing hold(String group, List<Wanted> wanted) {
        ObjectNode request = JsonTree.object().put("hold", PATIENCE.toString());
        ArrayNode jobs = request.putArray("jobs");
        for (Wanted each : wanted) {
            long start = epoch + each.allocation().start();
            long end = epoch + each.allocation().end();
            jobs.addObject()
                    .put("name", each.label())
                    .put("ready", Instant.ofEpochMilli(start).toString())
                    .put("deadline", Instant.ofEpochMilli(end).toString())
                    .put("stay", Duration.ofMillis(end - start).toString())
                    .put("servers", each.allocation().servers())
                    .put("pool", each.pool());
        }
        return standing(service.change("PUT", path(group), request, key()));
    }

    @Override
    public Standing standing(String group) {
        Reply reply = service.send("GET", path(group));
        return reply.status() == 404 ? new Standing.Unknown() : standing(reply);
    }

    @Override
    public Standing confirm(String group) {
        return standing(service.change("POST", path(group) + "/confirm", null, key()));
    }

    @Override
    public void release(String group) {
        service.change("DELETE", path(group) + "?undo=true", null, key()).expected();
    }

    private static String path(String group) {
        return "/holds/" + group;
    }

    /** So that the request is sent again if the connection is lost; that it can be repeated is due to the group. */
    private static String key() {
        return UUID.randomUUID().toString();
    }

    private static Standing standing(Reply reply) {
        if (reply.status() == 403 || reply.status() == 404 || reply.status() == 409) {
            return new Standing.Gone(reply.json().path("detail").asText("it has gone"));
        }
        JsonNode group = reply.expected();
        return switch (AnswerText.text(group, "state")) {
            case "held" -> new Standing.Held();
            case "confirmed" -> {
                List<String> ids = new ArrayList<>();
                group.path("ids").forEach(id -> ids.add(id.asText()));
                yield new Standing.Booked(ids);
            }
            case "lapsed" -> new Standing.Gone("the hold has lapsed");
            default -> new Standing.Gone("it was released");
        };
    }
}
