package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AccountStanding;
import dev.berth.service.account.Quota;
import dev.berth.service.account.Role;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.project.Memberships;
import dev.berth.service.quota.Limits;
import dev.berth.service.quota.QuotaScope;
import dev.berth.site.View;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Accounts and their limits. */
final class AccountJson {
    /** Asks to cancel what a disabled account has left behind. */
    static final String CANCEL = "cancelReservations";

    private static final String STANDING = "standing";

    private AccountJson() {}

    /** Reads an account from the body, except its name. */
    static Function<String, Account> terms(Fields fields) {
        fields.require("role");
        Role role = fields.oneOf("role", Role.class);
        Optional<Quota> quota = QuotaJson.read(fields);
        Map<String, Quota> pools = QuotaJson.readPools(fields);
        Optional<Map<String, Quota>> parts = QuotaJson.readParts(fields);
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
        AccountStanding standing = standing(fields);
        String project = fields.parsed("project", AccountNames.RULE, AccountNames::checked);
        return name -> new Account(
                name,
                Checks.present(role),
                true,
                quota.map(Quota::amount).orElse(0L),
                quota.map(Quota::window).orElse(0L),
                least == null ? 0 : least,
                most == null ? 0 : most,
                priority == 0 ? Optional.empty() : Optional.of(new Priority(priority)),
                Optional.ofNullable(project),
                pools.isEmpty() ? Optional.empty() : Optional.of(pools),
                Optional.ofNullable(standing),
                parts);
    }

    /** Paying capacity and rank; neither means anything without the other. */
    private static @Nullable AccountStanding standing(Fields fields) {
        Fields given = fields.object(STANDING);
        if (given == null) {
            return null;
        }
        given.require("paying");
        given.require("rank");
        int paying = given.whole("paying", 1, Priority.HIGHEST, 1);
        int rank = given.whole("rank", 1, Priority.HIGHEST, 1);
        given.closed();
        return new AccountStanding(paying, rank);
    }

    /** Account after a merge patch; fields that the patch does not name are unchanged. */
    static Patched patched(Account account, Call call) {
        Fields fields = call.patched(terms(Json.object(), account).put("active", account.open()));
        boolean isActive = !fields.has("active") || fields.flag("active");
        boolean cancels = fields.flag(CANCEL);
        if (cancels && isActive) {
            fields.fault(CANCEL, "needs \"active\": false");
        }
        Function<String, Account> terms = terms(fields);
        fields.closed().check();
        return new Patched(terms.apply(account.name()).withOpen(isActive), cancels);
    }

    /** @param cancels whether what it has left behind is cancelled */
    record Patched(Account account, boolean cancels) {}

    static ObjectNode json(View view, Account account, PriorityRule priorities) {
        return found(view, account, priorities).get();
    }

    /** Looks up what depends on the site; its JSON is made without it. */
    static Supplier<ObjectNode> found(View view, Account account, PriorityRule priorities) {
        Optional<Priority> priority = priorities.computed(account);
        List<QuotaJson.Used> quotas = QuotaJson.used(view, QuotaScope.of(view, account));
        List<String> projects = List.copyOf(Memberships.of(view, account));
        List<ReservationId> left = account.open() ? List.of() : LeftBehind.of(view, account.name());
        return () -> json(account, priority, quotas, projects, left);
    }

    private static ObjectNode json(
            Account account,
            Optional<Priority> priority,
            List<QuotaJson.Used> quotas,
            List<String> projects,
            List<ReservationId> left) {
        ObjectNode node = terms(Json.object().put("name", account.name()), account);
        priority.ifPresent(computed -> node.put("computedPriority", computed.level()));
        account.ownQuota()
                .ifPresent(
                        own -> node.put("booked", Limits.hours(quotas.getFirst().booked())));
        QuotaJson.addUse(node, quotas);
        if (!projects.isEmpty()) {
            ArrayNode names = node.putArray("projects");
            projects.forEach(names::add);
        }
        if (!account.open()) {
            node.put("active", false);
            if (!left.isEmpty()) {
                ArrayNode ids = node.putArray("reservations");
                left.forEach(id -> ids.add(id.toString()));
            }
        }
        return node;
    }

    /** Adds the fields of an account that a body can set, in the same form. */
    private static ObjectNode terms(ObjectNode node, Account account) {
        node.put("role", Names.of(account.role()));
        QuotaJson.add(node, account.ownQuota(), account.poolQuotas(), account.partQuotas());
        if (account.leastLead() > 0 || account.mostLead() > 0) {
            ObjectNode lead = node.putObject("lead").put("least", Times.duration(account.leastLead()));
            if (account.mostLead() > 0) {
                lead.put("most", Times.duration(account.mostLead()));
            }
        }
        account.project().ifPresent(project -> node.put("project", project));
        account.priority().ifPresent(priority -> node.put("priority", priority.level()));
        account.standing()
                .ifPresent(standing -> node.putObject(STANDING)
                        .put("paying", standing.paying())
                        .put("rank", standing.rank()));
        return node;
    }
}
