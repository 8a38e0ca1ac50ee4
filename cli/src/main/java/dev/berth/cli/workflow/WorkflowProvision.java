package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AdvertAge;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PriceText;
import dev.berth.cli.text.ProvisionText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow provision}. */
final class WorkflowProvision implements ShellCommand {
    private static final long BETWEEN_QUESTIONS = 200;

    private final Remote remote;

    private final SearchOptions plans = new SearchOptions();

    private final ProvisionOptions options = new ProvisionOptions("Default: ten minutes from now", "; at most 1m");

    private final List<String> pools = new ArrayList<>();

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String subject = "";

    private @Nullable Integer point;

    WorkflowProvision(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Searches the slots that the service advertises for plans of a workflow: all plans for which no other plan is both cheaper and faster. With --alpha or --point shows one of them, and with --book books it: all of it, or nothing. Ctrl-C cancels the search.");
        syntax.parameter(
                "FILE|ID",
                "Workflow file to upload, the id of an uploaded workflow, or the id of a finished search",
                value -> subject = value);
        plans.declare(syntax);
        syntax.text("--pool", "POOL", "Restrict to this pool; may be repeated", pools::add)
                .repeatable();
        options.declare(syntax);
        syntax.integer("--point", "N", "Choose the plan with this number", value -> point = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth workflow provision montage.dax",
                "berth workflow provision montage.dax --alpha 0.3 --book",
                "berth workflow provision q-0123456789abcdefghijkl --point 4 --book");
    }

    @Override
    public int run() {
        BigDecimal alpha = options.alpha();
        boolean book = options.isToBook();
        if (alpha != null && point != null) {
            throw new BadInput("--point and --alpha both choose a plan; give one of them");
        }
        if (book && alpha == null && point == null) {
            throw new BadInput("--book: choose a plan with --alpha or --point");
        }
        ObjectNode request = JsonTree.object();
        plans.describe(request, remote.moments());
        if (!pools.isEmpty()) {
            pools.forEach(request.putArray("pools")::add);
        }
        options.describe(request, remote.moments());
        try {
            JsonNode search = searched(request);
            String path = "/searches/" + AnswerText.text(search, "search");
            if (book) {
                return remote.show(
                        () -> remote.service().change("POST", path + "/book", choice(), idempotencyKey.value()),
                        this::booked);
            }
            if (search.path("points").isEmpty()) {
                return remote.refused(JsonTree.object()
                        .put(
                                "detail",
                                search.path("reason")
                                        .asText("the search has failed; its operator finds more in the log"))
                        .put("code", "no-plan"));
            }
            return alpha == null && point == null
                    ? remote.show(() -> remote.service().send("GET", path), this::points)
                    : remote.show(
                            () -> remote.service().send("GET", path + "/plan" + query()), plan -> shown(search, plan));
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    private ObjectNode choice() {
        ObjectNode choice = JsonTree.object();
        BigDecimal alpha = options.alpha();
        if (alpha != null) {
            choice.put("alpha", alpha.toPlainString());
        }
        if (point != null) {
            choice.put("point", point);
        }
        return choice;
    }

    private String query() {
        BigDecimal alpha = options.alpha();
        return new QueryString()
                .with("alpha", alpha == null ? null : alpha.toPlainString())
                .with("point", point == null ? null : point.toString())
                .toString();
    }

    /** The search at its end. */
    private JsonNode searched(ObjectNode request) {
        if (subject.matches("q-[A-Za-z0-9_-]{22}")) {
            return ended(remote.service().send("GET", "/searches/" + subject).expected());
        }
        String id = subject.matches("u-[A-Za-z0-9_-]{22}")
                ? subject
                : AnswerText.text(WorkflowFile.send(remote, subject).expected(), "id");
        return ended(remote.service()
                .send("POST", "/workflows/" + id + "/provision", request)
                .expected());
    }

    private JsonNode ended(JsonNode begun) {
        String path = "/searches/" + AnswerText.text(begun, "search");
        Thread cancel = new Thread(() -> remote.service().send("DELETE", path));
        JsonNode search = begun;
        Runtime.getRuntime().addShutdownHook(cancel);
        try (ShownProgress progress =
                ShownProgress.ofPlans("searching", begun.path("of").asLong(), remote.err())) {
            while (!isOver(search)) {
                progress.to(search.path("done").asLong());
                pause();
                search = remote.service().send("GET", path).expected();
            }
        } finally {
            forget(cancel);
        }
        return search;
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is being carried out: somebody has interrupted the command.
        }
    }

    private static boolean isOver(JsonNode search) {
        String state = AnswerText.text(search, "state");
        return !state.equals("waiting") && !state.equals("searching");
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_QUESTIONS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("interrupted while searching");
        }
    }

    private ProvisionText words() {
        return new ProvisionText(new AnswerText(remote.moments()));
    }

    private String points(JsonNode search) {
        return words().points(search, -1)
                + advertised(search)
                + "Book one until %s: berth workflow provision %s --point N --book%n"
                        .formatted(
                                new AnswerText(remote.moments()).time(search, "expires"),
                                AnswerText.text(search, "search"));
    }

    private String advertised(JsonNode search) {
        return AdvertAge.of(search, remote.moments())
                .map(age -> "The slots were advertised %s ago; what was booked since is refused.\n".formatted(age))
                .orElse("");
    }

    private String shown(JsonNode search, JsonNode plan) {
        return words().points(search, plan.path("point").asInt())
                + advertised(search)
                + words().plan(plan)
                + "Book it until %s: berth workflow provision %s --point %s --book%n"
                        .formatted(
                                new AnswerText(remote.moments()).time(search, "expires"),
                                AnswerText.text(search, "search"),
                                AnswerText.text(plan, "point"));
    }

    private String booked(JsonNode provision) {
        return "booked\n"
                + words().line(provision)
                + words().allocations(provision)
                + PriceText.quote(provision.path("quote"));
    }
}
