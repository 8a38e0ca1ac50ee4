package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.workflow.ProvisionOptions;
import dev.berth.cli.workflow.SearchOptions;
import dev.berth.cli.workflow.WorkflowFile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth deals provision}. */
final class DealsProvision implements ShellCommand {
    private final Remote remote;

    private final SearchOptions plans = new SearchOptions();

    private final ProvisionOptions options = new ProvisionOptions("Default: ten minutes from now", "; at most 30s");

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private final List<String> sites = new ArrayList<>();

    private String file = "";

    private @Nullable String budget;

    DealsProvision(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Searches the slots of all sites of a broker for plans of a workflow: all plans for which no other plan is both"
                        + " cheaper and faster. Shows one of them, and with --book books it at all its sites: all of it, or nothing.",
                "Without --alpha it is the earliest plan within the budget; with --deadline and no --budget the cheapest one. If a"
                        + " site refuses its part, the broker tries the next best plans, and plans without one of the sites.");
        syntax.parameter(
                "FILE",
                "Workflow file: WfFormat, DAX or Berth's JSON, may be gzipped; - reads standard input",
                value -> file = value);
        plans.declare(syntax);
        syntax.text(
                "--budget",
                "AMOUNT",
                "Maximum price of all reservations together, with all surcharges of the sites",
                value -> budget = value);
        syntax.text(
                        "--site",
                        "SITE",
                        "Use only this site; may be repeated. Default: all sites of the broker",
                        sites::add)
                .repeatable();
        options.declare(syntax);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth deals provision montage.dax --alpha 0.5",
                "berth deals provision montage.dax --deadline \"Fri 20:00\" --budget 100 --book");
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object();
        try {
            ObjectNode workflow = request.putObject("workflow");
            options.describe(workflow, remote.moments());
            plans.describe(workflow, remote.moments());
            BigDecimal alpha = options.alpha();
            ProvisionOptions.put(workflow, "alpha", alpha == null ? null : alpha.toPlainString());
            ProvisionOptions.put(request, "budget", budget);
            if (!sites.isEmpty()) {
                sites.forEach(request.putArray("sites")::add);
            }
            workflow.put("id", AnswerText.text(WorkflowFile.send(remote, file).expected(), "id"));
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
        return new DealOrder(remote, request, !options.isToBook()).send(idempotencyKey, this::words);
    }

    private String words(JsonNode answer) {
        DealText text = new DealText(remote.moments());
        return (answer.path("possible").asBoolean() ? "" : "Cannot be booked\n")
                + text.points(answer)
                + text.proposal(answer)
                + text.tasks(List.of(answer.path("tasks")))
                + "Nothing was booked; book it with --book\n";
    }
}
