package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;

/** Searches, their plans and what was booked from them, in words for people. */
public record ProvisionText(AnswerText words) {
    /** Said below a table of plans that has a row for the queue. */
    public static final String IN_THE_QUEUE =
            "The queue is an estimate without reservations; it takes longer if others submit jobs meanwhile.";

    /**
     * A table of the plans that a search has found.
     *
     * @param chosen the place of the plan to mark; none if it is below 0
     */
    public String points(JsonNode search, int chosen) {
        Columns columns = new Columns("POINT", "COST", "MAKESPAN", "DONE BY", "SLOTS", "");
        int point = 0;
        for (JsonNode each : search.path("points")) {
            columns.row(
                    point,
                    AnswerText.money(each, "cost"),
                    AnswerText.duration(each, "makespan"),
                    words.time(each, "finish"),
                    AnswerText.text(each, "slots"),
                    point == chosen ? "chosen" : "");
            point++;
        }
        JsonNode queue = search.path("queue");
        if (!queue.isMissingNode()) {
            columns.row(
                    "-",
                    AnswerText.money(queue, "cost"),
                    AnswerText.duration(queue, "makespan"),
                    words.time(queue, "finish"),
                    "-",
                    "queue of " + AnswerText.text(queue, "pool"));
        }
        return "%s: %s, %s tried%s%n%s%s"
                .formatted(
                        AnswerText.text(search, "name"),
                        Count.of(search.path("slots").asLong(), "slot"),
                        Count.of(search.path("done").asLong(), "plan"),
                        search.path("exact").asBoolean()
                                ? " (every possible plan)"
                                : AnswerText.text(search, "state").equals("stopped") ? " before it was stopped" : "",
                        columns,
                        queue.isMissingNode() ? "" : IN_THE_QUEUE + "\n");
    }

    public String plan(JsonNode plan) {
        String price = plan.has("price")
                ? PriceText.line(plan)
                : "It can no longer be booked: %s%n".formatted(AnswerText.text(plan, "reason"));
        String limit = plan.has("limit")
                ? "As you have booked now, it would be refused: %s%n"
                        .formatted(AnswerText.text(plan.path("limit"), "detail"))
                : "";
        return "point %s: cost %s before discounts and surcharges, done by %s%n%s%s%s"
                .formatted(
                        AnswerText.text(plan, "point"),
                        AnswerText.money(plan, "cost"),
                        words.time(plan, "finish"),
                        price,
                        limit,
                        allocations(plan));
    }

    public String line(JsonNode provision) {
        return "provision %s, %s: done by %s%s%n"
                .formatted(
                        AnswerText.text(provision, "provision"),
                        AnswerText.text(provision, "name"),
                        words.time(provision, "finish"),
                        provision.path("released").asBoolean() ? ", given up" : "");
    }

    public String allocations(JsonNode plan) {
        boolean booked = plan.path("allocations").path(0).has("reservation");
        Columns columns = booked
                ? new Columns("POOL", "SERVERS", "START", "END", "COST", "STATE", "RESERVATION")
                : new Columns("POOL", "SERVERS", "START", "END", "COST");
        for (JsonNode part : plan.path("allocations")) {
            columns.row(
                    AnswerText.text(part, "pool"),
                    AnswerText.text(part, "servers"),
                    words.time(part, "start"),
                    words.time(part, "end"),
                    AnswerText.money(part, "cost"),
                    AnswerText.text(part, "state"),
                    AnswerText.text(part, "reservation"));
        }
        return columns.toString();
    }

    public String tasks(JsonNode plan) {
        Columns columns = new Columns("TASK", "POOL", "SERVERS", "START", "END");
        for (JsonNode task : plan.path("tasks")) {
            columns.row(
                    AnswerText.text(task, "task"),
                    AnswerText.text(task, "pool"),
                    AnswerText.text(task, "servers"),
                    words.time(task, "start"),
                    words.time(task, "end"));
        }
        return columns.toString();
    }

    public String list(JsonNode provisions) {
        Columns columns = new Columns("PROVISION", "NAME", "USER", "COST", "MAKESPAN", "DONE BY");
        for (JsonNode each : provisions) {
            columns.row(
                    AnswerText.text(each, "provision"),
                    AnswerText.text(each, "name"),
                    AnswerText.text(each, "user"),
                    AnswerText.money(each, "cost"),
                    AnswerText.duration(each, "makespan"),
                    each.path("released").asBoolean() ? "given up" : words.time(each, "finish"));
        }
        return columns.toString();
    }
}
