package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Call;
import dev.berth.engine.model.Money;
import dev.berth.service.account.Quota;
import dev.berth.service.project.Budget;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.service.quota.QuotaScope;
import dev.berth.service.quota.Spending;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Projects. */
final class ProjectJson {
    private ProjectJson() {}

    /** Reads a project from the body, except its name and members. */
    private static Function<Project, Project> terms(Fields fields) {
        String title = fields.text("title", 200);
        boolean isOpen = !fields.has("active") || fields.flag("active");
        Optional<Quota> quota = QuotaJson.read(fields);
        Map<String, Quota> pools = QuotaJson.readPools(fields);
        Optional<Map<String, Quota>> parts = QuotaJson.readParts(fields);
        Optional<Budget> budget = budget(fields.object("budget"));
        return project -> new Project(
                project.name(),
                title == null ? "" : title,
                isOpen,
                project.members(),
                quota,
                pools,
                budget,
                parts,
                project.staff());
    }

    private static Optional<Budget> budget(@Nullable Fields fields) {
        if (fields == null) {
            return Optional.empty();
        }
        fields.require("amount");
        fields.require("period");
        Money amount = fields.money("amount");
        Budget.Period period = fields.oneOf("period", Budget.Period.class);
        fields.closed();
        return amount == null || period == null ? Optional.empty() : Optional.of(new Budget(amount, period));
    }

    static Function<String, Project> read(Fields fields) {
        Function<Project, Project> terms = terms(fields);
        List<String> members = fields.optionalNames("members", 1_000);
        return name -> members.stream().reduce(terms.apply(Project.named(name)), Project::with, (one, other) -> other);
    }

    /** Project after a merge patch; fields that the patch does not name are unchanged. */
    static Project patched(Project project, Call call) {
        Fields fields = call.patched(terms(Json.object(), project).put("active", project.open()));
        Function<Project, Project> terms = terms(fields);
        fields.closed().check();
        return terms.apply(project);
    }

    static ObjectNode json(View view, Project project) {
        return found(view, project).get();
    }

    /** Looks up what depends on the site; its JSON is made without it. */
    static Supplier<ObjectNode> found(View view, Project project) {
        List<String> members = List.copyOf(Memberships.members(view, project));
        List<QuotaJson.Used> quotas = QuotaJson.used(view, QuotaScope.of(project));
        Optional<Money> spent = project.budget()
                .map(budget -> view.facts(Spending.class).spent(project.name(), budget.period(), view.now()));
        return () -> json(project, members, quotas, spent);
    }

    private static ObjectNode json(
            Project project, List<String> members, List<QuotaJson.Used> quotas, Optional<Money> spent) {
        ObjectNode node = terms(Json.object().put("name", project.name()), project);
        ArrayNode names = node.putArray("members");
        members.forEach(names::add);
        if (!project.allStaff().isEmpty()) {
            ArrayNode staff = node.putArray("staff");
            project.allStaff().forEach(staff::add);
        }
        QuotaJson.addUse(node, quotas);
        project.budget().ifPresent(budget -> {
            Money paid = spent.orElse(Money.ZERO);
            Money left = budget.amount().minus(paid);
            node.put("spent", paid.toString()).put("left", Money.ZERO.isAbove(left) ? "0.00" : left.toString());
        });
        return project.open() ? node : node.put("active", false);
    }

    /** Adds the fields of a project that a body can set, in the same form. */
    private static ObjectNode terms(ObjectNode node, Project project) {
        if (!project.title().isEmpty()) {
            node.put("title", project.title());
        }
        QuotaJson.add(node, project.quota(), project.pools(), project.partQuotas());
        project.budget()
                .ifPresent(budget -> node.putObject("budget")
                        .put("amount", budget.amount().toString())
                        .put("period", Names.of(budget.period())));
        return node;
    }
}
