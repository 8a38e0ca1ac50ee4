package dev.berth.service.http.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.intake.Priority;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.http.Call;
import dev.berth.service.http.Checks;
import dev.berth.service.project.Memberships;
import dev.berth.service.quota.Limits;
import dev.berth.service.quota.Usage;
import dev.berth.service.site.View;
import dev.berth.service.wire.AccountNames;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Names;
import dev.berth.service.wire.Times;
import java.util.Optional;
import java.util.function.Function;

/** Accounts and their limits. */
final class AccountJson {
    private AccountJson() {}

    /** What the body says of an account but its name. */
    static Function<String, Account> terms(Fields fields) {
        fields.require("role");
        Role role = fields.oneOf("role", Role.class);
        Fields quota = fields.object("quota");
        long amount = 0;
        long window = 0;
        if (quota != null) {
            quota.require("serverHours");
            quota.require("window");
            Long hours = quota.parsed("serverHours", "must be a decimal above \"0\"", AccountJson::serverMillis);
            Long length = quota.positiveDuration("window");
            if (length != null && length > Usage.LONGEST_WINDOW) {
                quota.fault("window", "must be at most 400 days");
            }
            amount = hours == null ? 0 : hours;
            window = length == null ? 0 : length;
            quota.closed();
        }
        Fields lead = fields.object("lead");
        Long least = lead == null ? null : lead.duration("least");
        Long most = lead == null ? null : lead.positiveDuration("most");
        if (lead != null) {
            if (least != null && least < 0) {
                lead.fault("least", "must not be negative");
            }
            lead.closed();
        }
        int priority = fields.whole("priority", 1, Priority.HIGHEST, 0);
        String project = fields.parsed("project", AccountNames.RULE, AccountNames::checked);
        long quotaAmount = amount;
        long quotaWindow = window;
        return name -> new Account(
                name,
                Checks.present(role),
                true,
                quotaAmount,
                quotaWindow,
                least == null ? 0 : least,
                most == null ? 0 : most,
                priority == 0 ? Optional.empty() : Optional.of(new Priority(priority)),
                Optional.ofNullable(project),
                Optional.empty());
    }

    private static long serverMillis(String text) {
        if (!text.matches("[0-9]{1,10}(\\.[0-9]{1,3})?")) {
            throw new IllegalArgumentException("not a decimal");
        }
        long amount = Limits.serverMillis(text);
        if (amount == 0) {
            throw new IllegalArgumentException("nothing at all");
        }
        return amount;
    }

    /** What a merge patch leaves of an account: what it does not name stays. */
    static Account patched(Account account, Call call) {
        Fields fields = call.patched(terms(Json.object(), account).put("active", account.open()));
        boolean isActive = !fields.has("active") || fields.flag("active");
        Function<String, Account> terms = terms(fields);
        fields.closed().check();
        return terms.apply(account.name()).withOpen(isActive);
    }

    static ObjectNode json(View view, Account account) {
        ObjectNode node = terms(Json.object().put("name", account.name()), account);
        if (account.quota() > 0) {
            long booked = view.facts(Usage.class).since(account.name(), view.now() - account.quotaWindow());
            node.put("booked", Limits.hours(booked));
        }
        ArrayNode projects = Json.array();
        Memberships.of(view, account).forEach(projects::add);
        if (!projects.isEmpty()) {
            node.set("projects", projects);
        }
        return account.open() ? node : node.put("active", false);
    }

    /** What a body can say of an account, in the same form. */
    private static ObjectNode terms(ObjectNode node, Account account) {
        node.put("role", Names.of(account.role()));
        if (account.quota() > 0) {
            node.putObject("quota")
                    .put("serverHours", Limits.hours(account.quota()))
                    .put("window", Times.duration(account.quotaWindow()));
        }
        if (account.leastLead() > 0 || account.mostLead() > 0) {
            ObjectNode lead = node.putObject("lead").put("least", Times.duration(account.leastLead()));
            if (account.mostLead() > 0) {
                lead.put("most", Times.duration(account.mostLead()));
            }
        }
        account.project().ifPresent(project -> node.put("project", project));
        account.priority().ifPresent(priority -> node.put("priority", priority.level()));
        return node;
    }
}
