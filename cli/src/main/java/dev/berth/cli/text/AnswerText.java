package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.ServerSet;
import dev.berth.words.Hundredths;
import dev.berth.words.Moments;
import dev.berth.words.ServerTable;
import dev.berth.words.Spans;
import dev.berth.words.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Answers of the service in words for people. */
public record AnswerText(Moments moments) {
    /** Most servers that are named in a column; more are counted instead. */
    private static final int MOST_NAMED = 4;

    public String refusal(JsonNode problem) {
        JsonNode reasons = problem.path("numbers").path("reasons");
        if (!reasons.isEmpty()) {
            return "Refused: nothing was booked (%s)%n".formatted(text(problem, "code")) + reasons(reasons);
        }
        String text = "Refused: %s (%s)%n".formatted(text(problem, "detail"), text(problem, "code"));
        JsonNode offers = problem.path("offers");
        return offers.isEmpty() ? text : text + "Alternatives:\n" + offers(offers) + bookOne(offers);
    }

    /** Reasons given by several sites, a line each; a reason without a site is the broker's own. */
    public String reasons(JsonNode reasons) {
        StringBuilder text = new StringBuilder();
        for (JsonNode reason : reasons) {
            String site = text(reason, "site");
            text.append("  %s: %s (%s)%n"
                    .formatted(site.isEmpty() ? "broker" : site, text(reason, "detail"), text(reason, "code")));
        }
        return text.toString();
    }

    public String offers(JsonNode offers) {
        Columns columns = new Columns("OFFER", "WHAT", "POOL", "SERVERS", "START", "END", "PRICE", "UNTIL");
        for (JsonNode offer : offers) {
            columns.row(
                    text(offer, "id"),
                    text(offer, "family"),
                    text(offer, "pool"),
                    servers(offer),
                    time(offer, "start"),
                    time(offer, "end"),
                    text(offer, "price"),
                    time(offer, "expires"));
        }
        return columns.toString();
    }

    /** The command that books the first of them. */
    public String bookOne(JsonNode offers) {
        JsonNode first = offers.get(0);
        return first.has("reservation")
                ? "Held as %s. Confirm with: berth confirm %1$s%n".formatted(text(first, "reservation"))
                : "Book one with: berth book --offer %s%n".formatted(text(first, "id"));
    }

    public String reservations(JsonNode reservations) {
        return reservations(reservations, List.of());
    }

    /** Reservations, and requests that are still queued. */
    public String reservations(JsonNode reservations, Iterable<JsonNode> requests) {
        boolean hasBookers = has(reservations, "bookedBy");
        boolean hasGuests = has(reservations, "guests");
        List<String> heads =
                new ArrayList<>(List.of("ID", "NAME", "USER", "STATE", "POOL", "SERVERS", "START", "END", "PRICE"));
        addIf(hasBookers, heads, "BOOKED BY");
        addIf(hasGuests, heads, "GUESTS");
        Columns columns = new Columns(heads.toArray(String[]::new));
        for (JsonNode one : reservations) {
            List<String> cells = new ArrayList<>(List.of(
                    text(one, "id"),
                    // Of others' reservations only when and where is told.
                    one.has("name") ? text(one, "name") : "(busy)",
                    text(one, "user"),
                    text(one, "state"),
                    text(one, "pool"),
                    servers(one),
                    time(one, "start"),
                    time(one, "end"),
                    text(one, "price")));
            addIf(hasBookers, cells, text(one, "bookedBy"));
            addIf(hasGuests, cells, guests(one));
            columns.row(cells.toArray());
        }
        for (JsonNode one : requests) {
            List<String> cells = new ArrayList<>(List.of(
                    text(one, "id"),
                    text(one, "name"),
                    text(one, "user"),
                    text(one, "state") + " until " + time(one, "decision"),
                    text(one.path("requires"), "pool"),
                    PartsText.of(one, text(one, "servers"), false),
                    "",
                    "",
                    ""));
            addIf(hasBookers, cells, text(one, "bookedBy"));
            addIf(hasGuests, cells, "");
            columns.row(cells.toArray());
        }
        return columns.toString();
    }

    private static boolean has(JsonNode list, String field) {
        for (JsonNode one : list) {
            if (one.has(field)) {
                return true;
            }
        }
        return false;
    }

    private static void addIf(boolean condition, List<String> cells, String cell) {
        if (condition) {
            cells.add(cell);
        }
    }

    /** A request that is queued, or was turned away. */
    public String request(JsonNode one) {
        StringBuilder text = new StringBuilder();
        line(text, "request", text(one, "id") + ", " + text(one, "name"));
        line(text, "user", text(one, "user") + (one.has("priority") ? ", priority " + text(one, "priority") : ""));
        line(text, "state", text(one, "state") + (one.has("closed") ? " at " + time(one, "closed") : ""));
        line(text, "decided", one.has("decision") ? time(one, "decision") + deferred(one) : "");
        line(text, "reason", one.has("code") ? text(one, "reason") + " (" + text(one, "code") + ")" : "");
        line(text, "servers", text(one, "servers"));
        line(text, "parts", PartsText.of(one));
        line(text, "licences", PartsText.licences(one));
        line(text, "allowed", one.has("ready") ? time(one, "ready") + " to " + time(one, "deadline") : "");
        line(text, "starts", starts(one));
        line(text, "work", duration(one, "work"));
        line(text, "stay", duration(one, "stay"));
        line(text, "table", table(one));
        line(text, "project", text(one, "project"));
        line(text, "budget", text(one, "budget"));
        return text.toString();
    }

    private static String deferred(JsonNode one) {
        int deferrals = one.path("deferrals").asInt();
        return deferrals == 0 ? "" : ", deferred " + deferrals + (deferrals == 1 ? " time" : " times") + " so far";
    }

    public String reservation(JsonNode one) {
        if (!one.has("pool")) {
            return request(one);
        }
        StringBuilder text = new StringBuilder();
        line(text, "reservation", text(one, "id") + (one.has("name") ? ", " + text(one, "name") : ""));
        line(text, "user", text(one, "user") + (one.has("bookedBy") ? ", booked by " + text(one, "bookedBy") : ""));
        line(text, "guests", guests(one));
        line(text, "state", state(one));
        new LossText(this, one).lines().forEach((name, value) -> line(text, name, value));
        line(text, "where", where(one) + " of pool " + text(one, "pool") + numbers(one));
        line(text, "devices", PartsText.devices(one));
        line(text, "licences", PartsText.licences(one));
        line(text, "when", time(one, "start") + " to " + time(one, "end"));
        line(text, "allowed", one.has("ready") ? time(one, "ready") + " to " + time(one, "deadline") : "");
        line(text, "starts", starts(one));
        line(text, "work", duration(one, "work"));
        line(text, "stay", duration(one, "stay"));
        line(text, "table", table(one));
        line(text, "price", PriceText.labelled(one));
        line(text, "cancelling", CancellationText.of(one, moments));
        line(text, "carbon", one.has("grams") ? text(one, "grams") + " g expected" : "");
        line(text, "project", text(one, "project"));
        line(text, "budget", text(one, "budget"));
        line(text, "run", one.has("run") ? run(one.path("run")) : "");
        line(text, "series", text(one, "series"));
        line(text, "plan", text(one, "plan"));
        line(text, "provision", text(one, "provision"));
        return text.toString();
    }

    /** Guests whom a reservation is shared with; empty if with nobody. */
    public static String guests(JsonNode one) {
        return String.join(", ", texts(one.path("guests")));
    }

    private static String where(JsonNode one) {
        String servers = unit(one).counted(one.path("servers").asInt());
        String parts = PartsText.of(one);
        return parts.isEmpty()
                ? servers
                : parts + (one.path("servers").asInt() == 1 ? " on " : " on each of ") + servers;
    }

    /** For each number of servers it can run on, how long it takes; empty if there is no such table. */
    private static String table(JsonNode one) {
        TreeMap<Integer, Duration> table = new TreeMap<>();
        one.path("table").forEach(row -> table.put(row.path("servers").asInt(), Duration.parse(text(row, "duration"))));
        return ServerTable.text(table);
    }

    private String state(JsonNode one) {
        if (text(one, "state").equals("no-show")) {
            return "no-show; released at " + time(one, "closed") + " because nobody used it";
        }
        return text(one, "state") + (one.has("heldUntil") ? " until " + time(one, "heldUntil") : "");
    }

    /** A command that runs in a reservation or has run. */
    private String run(JsonNode run) {
        String what = text(run, "command") + " on " + text(run, "host") + " since " + time(run, "since");
        return switch (text(run, "state")) {
            case "running" -> what;
            case "lost" -> what + "; nobody has told how it ended";
            default ->
                "%s; %s at %s with exit code %d"
                        .formatted(
                                what,
                                switch (text(run, "state")) {
                                    case "exited" -> "ended";
                                    case "out-of-memory" -> "ran out of memory";
                                    default -> "stopped";
                                },
                                time(run, "ended"),
                                run.path("exitCode").asInt());
        };
    }

    /** Nothing if it starts as promised, as most do. */
    private static String starts(JsonNode one) {
        if (!one.has("starts")) {
            return "";
        }
        return one.has("notice")
                ? "when servers are free, after a notice of " + duration(one, "notice")
                : "when servers are free";
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("%-12s %s%n".formatted(name, value));
        }
    }

    private static String numbers(JsonNode one) {
        if (one.has("serverNames")) {
            return ": " + String.join(", ", texts(one.path("serverNames")));
        }
        ServerSet numbers = ServerSet.of(texts(one.path("serverNumbers")).stream()
                .mapToInt(Integer::parseInt)
                .toArray());
        return numbers.isEmpty() ? "" : (numbers.size() == 1 ? ", number " : ", numbers ") + numbers.ranges();
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    /** The name of a server of a pool, or its number if it has none. */
    public static String server(JsonNode pool, int number) {
        for (JsonNode each : pool.path("serverList")) {
            if (each.path("number").asInt() == number) {
                return text(each, "name");
            }
        }
        return Integer.toString(number);
    }

    /** That a job is in a slow pool, and where it would be faster; empty if nothing is said of it. */
    public String faster(JsonNode one, String how) {
        JsonNode faster = one.path("faster");
        if (faster.isMissingNode()) {
            return "";
        }
        Duration here = Duration.between(instant(one, "start"), instant(one, "end"));
        Duration there = Duration.between(instant(faster, "start"), instant(faster, "end"));
        String longer = here.equals(there)
                ? ""
                : ", so it takes %s instead of %s".formatted(Spans.text(here), Spans.text(there));
        return "Pool %s is slower than pool %s (rate %s instead of %s)%s.%nPool %2$s could have it from %s to %s %s.%n%s --pool %2$s%n"
                .formatted(
                        text(one, "pool"),
                        text(faster, "pool"),
                        text(faster, "insteadOf"),
                        text(faster, "rate"),
                        longer,
                        time(faster, "start"),
                        time(faster, "end"),
                        PriceText.atPrice(faster),
                        how);
    }

    private static Instant instant(JsonNode node, String field) {
        return Instant.parse(text(node, field));
    }

    /** Which, if they are few and have names; otherwise how many, and of what where that is not servers, as the column says. */
    public static String servers(JsonNode node) {
        List<String> names = texts(node.path("serverNames"));
        if (!names.isEmpty() && names.size() <= MOST_NAMED) {
            return PartsText.of(node, String.join(",", names), true);
        }
        Unit unit = unit(node);
        return PartsText.of(
                node,
                unit.equals(Unit.SERVER)
                        ? text(node, "servers")
                        : unit.counted(node.path("servers").asInt()),
                false);
    }

    /** Unit of the servers that an answer is about, such as a GPU. */
    public static Unit unit(JsonNode node) {
        return node.has("unit") ? new Unit(text(node, "unit")) : Unit.SERVER;
    }

    public static String text(JsonNode node, String field) {
        return node.path(field).asText();
    }

    public String time(JsonNode node, String field) {
        return node.has(field) ? moments.text(text(node, field)) : "";
    }

    /** An amount of server-hours or the like, to hundredths; empty if it is not told. */
    public static String amount(JsonNode node, String field) {
        return node.has(field) ? Hundredths.of(new BigDecimal(text(node, field))) : "";
    }

    /** The same, rounded in one direction. */
    public static String amount(JsonNode node, String field, RoundingMode rounding) {
        return node.has(field) ? Hundredths.of(new BigDecimal(text(node, field)), rounding) : "";
    }

    /** An amount of money, to hundredths; empty if it is not told. */
    public static String money(JsonNode node, String field) {
        return node.has(field) ? Hundredths.money(new BigDecimal(text(node, field))) : "";
    }

    public static String duration(JsonNode node, String field) {
        return node.has(field) ? Spans.text(Duration.parse(text(node, field))) : "";
    }
}
