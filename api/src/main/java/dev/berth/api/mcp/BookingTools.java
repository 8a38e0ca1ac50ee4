package dev.berth.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.mcp.InnerRequests.Answered;
import dev.berth.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tools of an assistant, one method each: from the arguments to requests of the API, and from their answers to a result. */
final class BookingTools {
    private static final Pattern ID = Pattern.compile("[a-z]{1,3}[0-9]{1,18}");
    private static final String USUAL_HOLD = "PT10M";
    private static final int LONGEST_LIST = 100;

    private final InnerRequests requests;

    BookingTools(InnerRequests requests) {
        this.requests = requests;
    }

    ToolResult use(String tool, ObjectNode arguments) {
        return switch (tool) {
            case "whats_free" -> free(arguments);
            case "offers" -> offers(arguments);
            case "hold" -> hold(arguments);
            case "book" -> book(arguments);
            case "change" -> change(arguments);
            case "cancel" -> cancel(arguments);
            case "my_reservations" -> mine(arguments);
            case "why_refused" -> whyRefused(arguments);
            default -> throw new IllegalArgumentException(tool);
        };
    }

    private ToolResult free(ObjectNode arguments) {
        Map<String, String> query = new LinkedHashMap<>(Map.of("limit", "1"));
        for (String name : List.of("pool", "from", "to")) {
            if (arguments.has(name)) {
                query.put(name, arguments.path(name).asText());
            }
        }
        Answered table = requests.get("/timetable", query);
        Answered pools = requests.get("/pools", Map.of());
        if (!table.isGood() || !pools.isGood()) {
            return ToolResult.problem((table.isGood() ? pools : table).json());
        }
        ObjectNode data = Json.object();
        data.set("from", table.json().path("from"));
        data.set("to", table.json().path("to"));
        for (JsonNode row : table.json().path("pools")) {
            ObjectNode pool = data.withArray("pools").addObject();
            for (String field : List.of("pool", "servers", "unit", "free")) {
                pool.set(field, row.path(field));
            }
            for (JsonNode each : pools.json().path("pools")) {
                if (each.path("name").equals(row.path("pool"))) {
                    pool.set("rate", each.path("rate"));
                    pool.set("attributes", each.path("attributes"));
                    if (each.has("tariff")) {
                        pool.set("tariff", each.path("tariff"));
                    }
                }
            }
        }
        return ToolResult.read("Free servers by pool, from each time on.", data);
    }

    private ToolResult offers(ObjectNode arguments) {
        JsonNode most = arguments.path("most");
        arguments.remove("most");
        Job job = job(arguments);
        if (job.fault() != null) {
            return job.fault();
        }
        if (most.isInt()) {
            job.body().putObject("wish").put("most", most.intValue());
        }
        Answered answer = requests.change("POST", "/offers", Map.of(), job.body(), "");
        return answer.isGood()
                ? ToolResult.read(
                        answer.json().has("refusal")
                                ? "Not as asked: "
                                        + answer.json()
                                                .path("refusal")
                                                .path("detail")
                                                .asText()
                                : "It can be had as asked; the first offer is that.",
                        answer.json())
                : ToolResult.problem(answer.json());
    }

    private ToolResult hold(ObjectNode arguments) {
        String length = arguments.path("for").asText(USUAL_HOLD);
        String key = key(arguments);
        arguments.remove("for");
        Job job = job(arguments);
        if (job.fault() != null) {
            return job.fault();
        }
        job.body().put("hold", length).putObject("wish").put("most", 1);
        Answered answer = requests.change("POST", "/offers", Map.of(), job.body(), key);
        JsonNode offer = answer.json().path("offers").path(0);
        if (!answer.isGood() || offer.isMissingNode()) {
            return ToolResult.problem(
                    answer.isGood() && answer.json().path("refusal") instanceof ObjectNode refusal
                            ? refusal
                            : answer.json());
        }
        return ToolResult.made(
                "Held as %s until %s (%s). Confirm it with the tool book and hold: \"%1$s\"."
                        .formatted(
                                offer.path("reservation").asText(),
                                offer.path("expires").asText(),
                                offer.path("family").asText()),
                answer.json(),
                offer.path("price"),
                false);
    }

    private ToolResult book(ObjectNode arguments) {
        String key = key(arguments);
        Answered answer;
        if (arguments.has("hold")) {
            String id = arguments.path("hold").asText();
            if (!ID.matcher(id).matches() || arguments.size() > 1) {
                return ToolResult.wrong("hold must be a reservation such as r17, given alone");
            }
            answer = requests.change("POST", "/reservations/" + id + "/confirm", Map.of(), null, key);
        } else if (arguments.has("offer")) {
            answer = requests.change("POST", "/reservations", Map.of(), arguments, key);
        } else {
            Job job = job(arguments);
            if (job.fault() != null) {
                return job.fault();
            }
            answer = requests.change("POST", "/reservations", Map.of(), job.body(), key);
        }
        if (!answer.isGood()) {
            return ToolResult.problem(answer.json());
        }
        return ToolResult.made(
                "Booked as %s from %s to %s."
                        .formatted(
                                answer.json().path("id").asText(),
                                answer.json().path("start").asText(),
                                answer.json().path("end").asText()),
                answer.json(),
                answer.json().path("price"),
                true);
    }

    private ToolResult change(ObjectNode arguments) {
        String key = key(arguments);
        String id = arguments.path("id").asText();
        arguments.remove("id");
        if (!ID.matcher(id).matches()) {
            return noReservation(id);
        }
        Answered answer = requests.change("POST", "/reservations/" + id + "/changes", Map.of(), arguments, key);
        boolean isTried = answer.json().path("dryRun").asBoolean();
        return answer.isGood()
                ? ToolResult.changed(
                        (isTried ? "%s would be changed so." : "%s is changed.").formatted(id), answer.json(), !isTried)
                : ToolResult.problem(answer.json());
    }

    private ToolResult cancel(ObjectNode arguments) {
        String key = key(arguments);
        String id = arguments.path("id").asText();
        boolean isTried = arguments.path("dryRun").asBoolean();
        if (!ID.matcher(id).matches()) {
            return noReservation(id);
        }
        Answered answer = requests.change(
                "DELETE", "/reservations/" + id, Map.of("dryRun", Boolean.toString(isTried)), null, key);
        return answer.isGood()
                ? ToolResult.changed(
                        (isTried ? "%s would be cancelled." : "%s is cancelled.").formatted(id),
                        answer.json(),
                        !isTried)
                : ToolResult.problem(answer.json());
    }

    private ToolResult mine(ObjectNode arguments) {
        Map<String, String> query = new LinkedHashMap<>(Map.of("user", "me", "limit", Integer.toString(LONGEST_LIST)));
        query.put("ended", Boolean.toString(arguments.path("ended").asBoolean()));
        Answered answer = requests.get("/reservations", query);
        return answer.isGood()
                ? ToolResult.read(
                        "Reservations listed: %d."
                                .formatted(answer.json().path("reservations").size()),
                        answer.json())
                : ToolResult.problem(answer.json());
    }

    private ToolResult whyRefused(ObjectNode arguments) {
        String id = arguments.path("id").asText();
        if (arguments.has("id")) {
            if (!ID.matcher(id).matches() || arguments.size() > 1) {
                return noReservation(id);
            }
            Answered answer = requests.get("/reservations/" + id, Map.of());
            String why = answer.json()
                    .path("reason")
                    .asText(answer.json().path("degraded").asText());
            return !answer.isGood()
                    ? ToolResult.problem(answer.json())
                    : ToolResult.read(
                            "%s is %s%s"
                                    .formatted(
                                            id, answer.json().path("state").asText(), why.isEmpty() ? "." : ": " + why),
                            answer.json());
        }
        return offers(arguments);
    }

    private static ToolResult noReservation(String id) {
        return ToolResult.wrong("id: \"%s\" is not a reservation such as r17".formatted(id));
    }

    /** The idempotency key, which is for the request and not for its body. */
    private static String key(ObjectNode arguments) {
        JsonNode key = arguments.path("key");
        arguments.remove("key");
        return key.asText("");
    }

    /** The body of a request for a job, or what is wrong with it. */
    private record Job(ObjectNode body, @Nullable ToolResult fault) {}

    private Job job(ObjectNode arguments) {
        String zone = arguments.path("zone").asText("UTC");
        JsonNode words = arguments.path("words");
        arguments.remove(List.of("zone", "words"));
        if (words.isMissingNode()) {
            return new Job(arguments, null);
        }
        Answered answer = requests.change(
                "POST",
                "/words",
                Map.of(),
                Json.object().put("text", words.asText()).put("zone", zone),
                "");
        if (!answer.isGood()) {
            return new Job(arguments, ToolResult.problem(answer.json()));
        }
        StringBuilder wrong = new StringBuilder();
        answer.json()
                .path("unclear")
                .forEach(each -> wrong.append(each.path("message").asText()).append(' '));
        answer.json()
                .path("missing")
                .forEach(each -> wrong.append(each.asText()).append(' '));
        if (answer.json().path("job").has("recurrence")) {
            wrong.append("Tools book one reservation at a time; for a series the user has berth book --repeat.");
        }
        if (!wrong.isEmpty() || !(answer.json().path("job") instanceof ObjectNode job)) {
            return new Job(arguments, ToolResult.wrong(wrong.toString().strip()));
        }
        job.setAll(arguments);
        return new Job(job, null);
    }
}
