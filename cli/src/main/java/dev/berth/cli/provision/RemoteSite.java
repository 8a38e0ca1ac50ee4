package dev.berth.cli.provision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import dev.berth.provision.booking.SiteBook;
import dev.berth.provision.slot.Allocation;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A pool of a service as a site that takes bookings. A receipt is the number of a reservation.
 *
 * @param epoch when the times of allocations begin to count, in milliseconds
 */
record RemoteSite(ServiceClient service, String pool, long epoch) implements SiteBook {
    /** Long enough to hold and confirm the rest, short enough to be no burden should this process die. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public Answer hold(String label, Allocation allocation) {
        ObjectNode request = JsonTree.object()
                .put("name", label)
                .put("ready", Instant.ofEpochMilli(epoch + allocation.start()).toString())
                .put("deadline", Instant.ofEpochMilli(epoch + allocation.end()).toString())
                .put("stay", Duration.ofMillis(allocation.duration()).toString())
                .put("servers", allocation.servers())
                .put("pool", pool)
                .put("hold", PATIENCE.toString());
        request.putObject("wish").put("most", 1);
        Reply reply =
                service.change("POST", "/offers", request, UUID.randomUUID().toString());
        if (isRefusal(reply)) {
            return refused(reply.json());
        }
        JsonNode answer = reply.expected();
        JsonNode offer = answer.path("offers").path(0);
        if (AnswerText.text(offer, "family").equals("as-asked")) {
            return new Answer.Held(AnswerText.text(offer, "reservation"));
        }
        if (offer.has("reservation")) {
            // Something else is held instead, which nobody wants.
            release(AnswerText.text(offer, "reservation"));
        }
        return refused(answer.path("refusal"));
    }

    @Override
    public Answer confirm(String receipt) {
        Reply reply = service.change(
                "POST",
                "/reservations/" + receipt + "/confirm",
                null,
                UUID.randomUUID().toString());
        if (isRefusal(reply) || reply.status() == 404) {
            return refused(reply.json());
        }
        reply.expected();
        return new Answer.Held(receipt);
    }

    @Override
    public void release(String receipt) {
        Reply reply = service.change(
                "DELETE", "/reservations/" + receipt, null, UUID.randomUUID().toString());
        if (reply.status() != 404) {
            reply.expected();
        }
    }

    private static boolean isRefusal(Reply reply) {
        return reply.status() == 403 || reply.status() == 409;
    }

    private static Answer refused(JsonNode problem) {
        return new Answer.Declined(problem.path("detail").asText("it has gone"));
    }
}
