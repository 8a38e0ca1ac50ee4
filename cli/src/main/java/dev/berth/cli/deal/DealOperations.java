package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.remote.CancelOptions;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** Operations on deals, for the commands about deals and those about reservations where the service is a broker. */
public final class DealOperations {
    private DealOperations() {}

    /** Ids of deals begin with a d, those of reservations with an r. */
    public static boolean isDeal(String id) {
        return id.matches("d[0-9]+");
    }

    /** Lists those that are asked for. */
    public static int list(Remote remote, QueryString query) {
        return remote.show(() -> remote.service().send("GET", "/deals" + query), answer -> page(remote, answer));
    }

    private static String page(Remote remote, JsonNode answer) {
        if (answer.path("deals").isEmpty()) {
            return "No deals found. To make one: berth deals book\n";
        }
        return new DealText(remote.moments()).table(answer.path("deals"))
                + (answer.has("next") ? "More with --after " + AnswerText.text(answer, "next") + "\n" : "");
    }

    public static int show(Remote remote, String id) {
        return remote.show(
                () -> remote.service().send("GET", "/deals/" + Remote.encoded(id)),
                deal -> new DealText(remote.moments()).deal(deal));
    }

    public static int cancel(CancelOptions options, String id) {
        return options.cancel("/deals", id, deal -> cancelled(id, options.isDryRun(), deal));
    }

    private static String cancelled(String id, boolean dryRun, JsonNode deal) {
        String fees = AnswerText.text(deal, "fees");
        String cost = fees.matches("[0.]*") ? "No fees" : "Fees: " + fees;
        if (dryRun) {
            return "Would cancel %s. %s%n".formatted(id, cost);
        }
        return switch (AnswerText.text(deal, "state")) {
            case "undone" -> "Cancelled %s. %s%n".formatted(id, cost);
            case "released" -> "Cancelled %s. Nothing was booked%n".formatted(id);
            default ->
                "Cancelling %s goes on: not all sites have answered yet. See berth deals show %1$s%n".formatted(id);
        };
    }
}
