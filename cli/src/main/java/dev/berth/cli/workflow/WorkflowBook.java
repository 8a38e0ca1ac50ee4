package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.PlanText;
import dev.berth.cli.text.PriceText;
import dev.berth.workflow.spare.Threshold;

/** {@code berth workflow book}. */
final class WorkflowBook implements ShellCommand {
    private static final String WHOLE_SERVERS = "dag_reserve";

    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String workflow = "";

    private final PlanOptions options = new PlanOptions();

    private boolean dryRun;

    WorkflowBook(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Books a slot for every task of a workflow so that all are done by a deadline: all tasks, or none. --dry-run shows the plan and its price.");
        syntax.parameter(
                "FILE|ID", "Workflow file to upload, or the id of an uploaded workflow", value -> workflow = value);
        options.declare(syntax);
        syntax.flag("--dry-run", "Book nothing; show the plan and its price", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode request = options.json(remote.moments());
        return remote.show(() -> asked(request), dryRun ? this::planned : this::booked);
    }

    private Reply asked(ObjectNode request) {
        String id = workflow;
        if (!workflow.matches("u-[A-Za-z0-9_-]{22}")) {
            Reply sent = WorkflowFile.send(remote, workflow);
            if (!sent.isGood()) {
                return sent;
            }
            id = AnswerText.text(sent.json(), "id");
        }
        String path = "/workflows/" + id;
        return dryRun
                ? withinLimits(remote.service().send("POST", path + "/plan", request))
                : remote.service().change("POST", path + "/book", request, idempotencyKey.value());
    }

    /** A dry run is refused as the booking would be. */
    static Reply withinLimits(Reply planned) {
        JsonNode limit = planned.expected().path("limit");
        if (!limit.isMissingNode()) {
            throw new RefusedByService(limit);
        }
        return planned;
    }

    private String booked(JsonNode plan) {
        PlanText words = new PlanText(new AnswerText(remote.moments()));
        return "booked\n" + words.line(plan) + spare(plan) + words.price(plan);
    }

    private static String spare(JsonNode plan) {
        JsonNode percent = plan.path("sparePercent");
        String threshold = plan.has("threshold")
                ? "; threshold "
                        + Threshold.of(AnswerText.text(plan, "threshold")).percent()
                : "";
        return "spare time %s%% of the run time at least, %s%% in the mean%s%n"
                        .formatted(AnswerText.text(percent, "least"), AnswerText.text(percent, "mean"), threshold)
                + gaps(plan);
    }

    private static String gaps(JsonNode plan) {
        if (AnswerText.text(plan, "spare").equals(WHOLE_SERVERS)) {
            return "its servers are booked as a whole until the deadline%n".formatted();
        }
        // A service of an older version does not say it.
        return !plan.has("gaps")
                ? ""
                : "between the slots its servers are free for %s in all, for jobs without reservations%n"
                        .formatted(AnswerText.duration(plan, "gaps"));
    }

    private String planned(JsonNode plan) {
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = new Columns("TASK", "POOL", "START", "END", "SLOT END");
        for (JsonNode task : plan.path("tasks")) {
            columns.row(
                    AnswerText.text(task, "task"),
                    AnswerText.text(task, "pool"),
                    words.time(task, "start"),
                    words.time(task, "end"),
                    words.time(task, "slotEnd"));
        }
        return "would be booked\n" + columns + spare(plan) + PriceText.line(plan);
    }
}
