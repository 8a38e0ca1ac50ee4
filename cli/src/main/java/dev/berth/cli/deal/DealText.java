package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Moments;
import java.util.ArrayList;
import java.util.List;

/** Deals in words. */
record DealText(Moments moments) {
    /** A row for each deal. */
    String table(JsonNode deals) {
        Columns columns = new Columns("DEAL", "NAME", "USER", "STATE", "SITES", "START", "PRICE");
        for (JsonNode deal : deals) {
            columns.row(
                    AnswerText.text(deal, "id"),
                    AnswerText.text(deal, "name"),
                    AnswerText.text(deal, "user"),
                    AnswerText.text(deal, "state"),
                    sites(deal),
                    start(deal),
                    AnswerText.text(deal, "price"));
        }
        return columns.toString();
    }

    private static String sites(JsonNode deal) {
        List<String> names = new ArrayList<>();
        deal.path("parts").forEach(part -> names.add(AnswerText.text(part, "site")));
        return String.join(", ", names);
    }

    /** Times are written alike, so the first of them in the alphabet is the earliest. */
    private String start(JsonNode deal) {
        return deal.path("parts").findValuesAsText("start").stream()
                .min(String::compareTo)
                .map(moments::text)
                .orElse("");
    }

    /** One deal with all that is known of it. */
    String deal(JsonNode deal) {
        String fees = AnswerText.text(deal, "fees");
        String text = "deal    %s, %s%nuser    %s%nstate   %s%nprice   %s%s%n"
                .formatted(
                        AnswerText.text(deal, "id"),
                        AnswerText.text(deal, "name"),
                        AnswerText.text(deal, "user"),
                        state(deal),
                        AnswerText.text(deal, "price"),
                        fees.matches("[0.]*") ? "" : ", fees for cancelling " + fees);
        if (deal.has("budget")) {
            text += "budget  %s%n".formatted(AnswerText.text(deal, "budget"));
        }
        return text
                + parts(deal.path("parts"))
                + tasks(deal.path("parts").findValues("tasks"))
                + refused(deal.path("reasons"))
                + waits(deal.path("waits"))
                + new DealNewsText(moments).of(deal);
    }

    /** The tasks of a workflow, by site. */
    String tasks(Iterable<JsonNode> lists) {
        AnswerText words = new AnswerText(moments);
        Columns columns = new Columns("SITE", "TASK", "POOL", "SERVERS", "START", "END");
        boolean isEmpty = true;
        for (JsonNode list : lists) {
            for (JsonNode task : list) {
                isEmpty = false;
                columns.row(
                        AnswerText.text(task, "site"),
                        AnswerText.text(task, "task"),
                        AnswerText.text(task, "pool"),
                        AnswerText.text(task, "servers"),
                        words.time(task, "start"),
                        words.time(task, "end"));
            }
        }
        return isEmpty ? "" : columns.toString();
    }

    /** The plans of a workflow to choose from. */
    String points(JsonNode proposal) {
        if (proposal.path("points").isEmpty()) {
            return "";
        }
        AnswerText words = new AnswerText(moments);
        Columns columns = new Columns("COST", "MAKESPAN", "DONE BY", "SLOTS", "");
        int chosen = proposal.path("chosen").asInt(-1);
        for (int point = 0; point < proposal.path("points").size(); point++) {
            JsonNode each = proposal.path("points").path(point);
            columns.row(
                    AnswerText.money(each, "cost"),
                    AnswerText.duration(each, "makespan"),
                    words.time(each, "finish"),
                    AnswerText.text(each, "slots"),
                    point == chosen ? "chosen" : "");
        }
        return "Plans on %s slots, costs before surcharges:%n%s".formatted(AnswerText.text(proposal, "slots"), columns);
    }

    private String state(JsonNode deal) {
        String since = new AnswerText(moments).time(deal, "changed");
        return switch (AnswerText.text(deal, "state")) {
            case "holding" -> "holding: sites are being asked to hold their parts, since " + since;
            case "decided" -> "decided: every site holds its part, and all are being confirmed, since " + since;
            case "booked" -> "booked at " + since;
            case "running" -> "running: a part has begun, since " + since;
            case "done" -> "done: all parts are over, since " + since;
            case "broken" -> "broken: a part is missing, since " + since;
            case "replacing" -> "replacing: what a site could not keep is being booked elsewhere, since " + since;
            case "releasing" -> "releasing: what is held is being released, since " + since;
            case "released" -> "released at " + since + "; nothing was booked";
            case "undoing" -> "undoing: what is booked is being cancelled, since " + since;
            case "undone" -> "undone: cancelled at " + since;
            default -> AnswerText.text(deal, "state") + " since " + since;
        };
    }

    private String parts(JsonNode parts) {
        Columns columns = new Columns("SITE", "RESERVATION", "STATE", "POOL", "SERVERS", "START", "END", "PRICE");
        for (JsonNode part : parts) {
            String site = AnswerText.text(part, "site");
            if (part.path("reservations").isEmpty()) {
                columns.row(site, "", "", "", "", "", "", "");
            }
            part.path("reservations").forEach(each -> row(columns, site, each));
        }
        return columns.toString();
    }

    private void row(Columns columns, String site, JsonNode reserved) {
        AnswerText words = new AnswerText(moments);
        columns.row(
                site,
                AnswerText.text(reserved, "id"),
                AnswerText.text(reserved, "state"),
                AnswerText.text(reserved, "pool"),
                AnswerText.text(reserved, "servers"),
                words.time(reserved, "start"),
                words.time(reserved, "end"),
                AnswerText.text(reserved, "price"));
    }

    private String waits(JsonNode reasons) {
        return reasons.isEmpty() ? "" : "Waits for:\n" + new AnswerText(moments).reasons(reasons);
    }

    private String refused(JsonNode reasons) {
        return reasons.isEmpty() ? "" : "Refused:\n" + new AnswerText(moments).reasons(reasons);
    }

    /** Table of the offers, the best first, and the reasons of the sites that refused. */
    String proposal(JsonNode proposal) {
        Columns columns = new Columns("SITE", "POOL", "SERVERS", "START", "END", "PRICE");
        AnswerText words = new AnswerText(moments);
        for (JsonNode offer : proposal.path("offers")) {
            columns.row(
                    AnswerText.text(offer, "site"),
                    AnswerText.text(offer, "pool"),
                    AnswerText.text(offer, "servers"),
                    words.time(offer, "start"),
                    words.time(offer, "end"),
                    AnswerText.text(offer, "price"));
        }
        return (proposal.path("offers").isEmpty() ? "" : columns.toString()) + refused(proposal.path("reasons"));
    }
}
