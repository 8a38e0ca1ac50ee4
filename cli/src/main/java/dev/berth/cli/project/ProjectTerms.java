package dev.berth.cli.project;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.QuotaOptions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options that say what a project is and may do. Only those that were given are put into a request. */
final class ProjectTerms {
    private static final Pattern BUDGET = Pattern.compile("([0-9.]{1,20})(?:/(month|total))?");

    private final QuotaOptions quota = new QuotaOptions();

    private @Nullable String title;
    private @Nullable String budget;
    private boolean noBudget;

    void declare(Syntax syntax) {
        syntax.text("--title", "TEXT", "What it is about", value -> title = value);
        quota.declare(syntax);
        syntax.text(
                "--budget",
                "AMOUNT/PERIOD",
                "What its reservations may cost: 500/month for those that start in a month, 500/total for all",
                value -> budget = value);
    }

    void declareRemoval(Syntax syntax) {
        quota.declareRemoval(syntax);
        syntax.flag("--no-budget", "Remove the budget", () -> noBudget = true);
    }

    void addTo(ObjectNode request) {
        if (title != null) {
            request.put("title", title);
        }
        quota.addTo(request);
        if (budget != null && noBudget) {
            throw new BadInput("Give either --budget or --no-budget, not both");
        }
        if (noBudget) {
            request.putNull("budget");
        } else if (budget != null) {
            addBudget(request, budget);
        }
    }

    /** Reads {@code 500/month}. */
    private static void addBudget(ObjectNode request, String text) {
        Matcher parts = BUDGET.matcher(text);
        if (!parts.matches()) {
            throw new BadInput("--budget: Cannot read \"%s\" as a budget; try 500/month or 2000/total".formatted(text));
        }
        request.putObject("budget")
                .put("amount", parts.group(1))
                .put("period", parts.group(2) == null ? "total" : parts.group(2));
    }
}
