package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth deals cancel}. */
final class DealsCancel implements Command {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    private boolean dryRun;

    DealsCancel(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Cancels the reservations of a deal at all its sites. --dry-run shows what that would cost.");
        syntax.parameter("DEAL", "Deal, such as d4", value -> id = value);
        syntax.flag("--dry-run", "Change nothing; show what the cancellation would cost", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        String path = "/deals/" + Remote.encoded(id) + (dryRun ? "?dryRun=true" : "");
        return remote.show(() -> remote.service().change("DELETE", path, null, idempotencyKey.value()), this::words);
    }

    private String words(JsonNode deal) {
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
