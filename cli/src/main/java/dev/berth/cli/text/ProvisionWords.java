package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;

/** Searches, their plans and what was booked from them, in words for people. */
public record ProvisionWords(Words words) {
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
                    Words.text(each, "cost"),
                    Words.duration(each, "makespan"),
                    words.time(each, "finish"),
                    Words.text(each, "slots"),
                    point == chosen ? "chosen" : "");
            point++;
        }
        return "%s: %s slots, %s plans tried%s%n%s"
                .formatted(
                        Words.text(search, "name"),
                        Words.text(search, "slots"),
                        Words.text(search, "done"),
                        search.path("exact").asBoolean()
                                ? ", which are all"
                                : Words.text(search, "state").equals("stopped") ? ", when it was stopped" : "",
                        columns);
    }

    public String plan(JsonNode plan) {
        String price = plan.has("price")
                ? "price %s%n".formatted(Words.text(plan, "price"))
                : "it can no longer be booked: %s%n".formatted(Words.text(plan, "reason"));
        return "point %s: cost %s before discounts and surcharges, done by %s%n%s%s"
                .formatted(
                        Words.text(plan, "point"),
                        Words.text(plan, "cost"),
                        words.time(plan, "finish"),
                        price,
                        allocations(plan));
    }

    public String line(JsonNode provision) {
        return "provision %s, %s: done by %s%s%n"
                .formatted(
                        Words.text(provision, "provision"),
                        Words.text(provision, "name"),
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
                    Words.text(part, "pool"),
                    Words.text(part, "servers"),
                    words.time(part, "start"),
                    words.time(part, "end"),
                    Words.text(part, "cost"),
                    Words.text(part, "state"),
                    Words.text(part, "reservation"));
        }
        return columns.toString();
    }

    public String tasks(JsonNode plan) {
        Columns columns = new Columns("TASK", "POOL", "SERVERS", "START", "END");
        for (JsonNode task : plan.path("tasks")) {
            columns.row(
                    Words.text(task, "task"),
                    Words.text(task, "pool"),
                    Words.text(task, "servers"),
                    words.time(task, "start"),
                    words.time(task, "end"));
        }
        return columns.toString();
    }

    public String list(JsonNode provisions) {
        Columns columns = new Columns("PROVISION", "NAME", "USER", "COST", "MAKESPAN", "DONE BY");
        for (JsonNode each : provisions) {
            columns.row(
                    Words.text(each, "provision"),
                    Words.text(each, "name"),
                    Words.text(each, "user"),
                    Words.text(each, "cost"),
                    Words.duration(each, "makespan"),
                    each.path("released").asBoolean() ? "given up" : words.time(each, "finish"));
        }
        return columns.toString();
    }
}
