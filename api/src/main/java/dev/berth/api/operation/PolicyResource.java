package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.service.account.Role;
import dev.berth.service.booking.PolicyChange;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /policy}: by which policies a site decides, and the change to others. */
public final class PolicyResource {
    private final SiteAccess access;

    public PolicyResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/policy", Role.VIEWER, this::show),
                new Endpoint("PUT", "/policy", Role.OPERATOR, this::set));
    }

    private Answer show(Call call) {
        return access.read(view -> {
            ObjectNode node = names(view.policy(), view.admission());
            put(node.putArray("policies"), Calendars.names());
            put(node.putArray("admissions"), Admissions.names());
            return Answer.ok(node);
        });
    }

    private static void put(ArrayNode array, Set<String> names) {
        names.forEach(array::add);
    }

    private static ObjectNode names(String policy, String admission) {
        return Json.object().put("policy", policy).put("admission", admission);
    }

    private Answer set(Call call) {
        Fields fields = call.body();
        fields.require("policy");
        String policy = fields.parsed(
                "policy", "must be one of " + String.join(", ", Calendars.names()), PolicyResource::policy);
        String admission = fields.parsed(
                "admission", "must be one of " + String.join(", ", Admissions.names()), Admissions::checked);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        Function<Transaction, Supplier<Answer>> work =
                transaction -> changed(transaction, Checks.present(policy), admission, dryRun);
        return dryRun ? access.rehearse(call, work) : access.writeEachTime(call, work);
    }

    private static String policy(String name) {
        Calendars.create(name);
        return name;
    }

    private static Supplier<Answer> changed(
            Transaction transaction, String policy, @Nullable String admission, boolean dryRun) {
        View view = transaction.view();
        PolicyChange change = new PolicyChange(policy, admission == null ? view.admission() : admission);
        PolicyChange.Outcome outcome = change.carryOut(transaction);
        return () -> {
            ObjectNode node = names(change.policy(), change.admission()).put("dryRun", dryRun);
            node.set("before", names(outcome.policy(), outcome.admission()));
            node.put("waiting", outcome.waiting());
            node.set(
                    "askedAgain",
                    Json.object()
                            .put("compared", outcome.compared())
                            .put("earlier", outcome.earlier())
                            .put("later", outcome.later())
                            .put("refused", outcome.refused()));
            return Answer.ok(node);
        };
    }
}
