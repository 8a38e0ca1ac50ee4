package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import java.util.Set;
import java.util.function.Function;

/** Order that is sent to a broker, to be booked or, in a dry run, to see what could be booked. */
record DealOrder(Remote remote, ObjectNode request, boolean dryRun) {
    /** Where nothing is booked although the broker has accepted the request. */
    private static final Set<String> NOTHING = Set.of("undoing", "undone");

    DealOrder {
        if (dryRun) {
            request.put("dryRun", true);
        }
    }

    /** @param proposal what could be booked, in words */
    int send(IdempotencyKey key, Function<JsonNode, String> proposal) {
        boolean[] isBooked = {true};
        int code = remote.show(
                () -> {
                    Reply reply = remote.service().change("POST", "/deals", request, key.value());
                    JsonNode answer = reply.expected();
                    isBooked[0] = dryRun
                            ? answer.path("possible").asBoolean()
                            : !NOTHING.contains(AnswerText.text(answer, "state"));
                    return reply;
                },
                dryRun ? proposal : this::booked);
        return code == ExitCode.DONE && !isBooked[0] ? ExitCode.REFUSED : code;
    }

    private String booked(JsonNode answer) {
        DealText text = new DealText(remote.moments());
        return switch (AnswerText.text(answer, "state")) {
            case "booked", "running", "done", "broken", "replacing" -> "booked\n" + text.deal(answer);
            case "undoing", "undone" ->
                "Not booked: a site has given up its part after all had agreed\n" + text.deal(answer);
            default ->
                "Not booked yet: the sites are still being asked. See berth deals show %s%n"
                                .formatted(AnswerText.text(answer, "id"))
                        + text.deal(answer);
        };
    }
}
