package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Keys;
import dev.berth.service.account.Role;
import dev.berth.service.account.Tokens;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.project.Memberships;
import dev.berth.site.Actor;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /accounts}. */
public final class AccountsResource {
    /** Names that mean something else in a path or in the audit log. */
    private static final Set<String> RESERVED = Set.of("me", Actor.SITE);

    private final SiteAccess access;
    private final Keys keys;
    private final PriorityRule priorities;

    public AccountsResource(SiteAccess access, Keys keys, PriorityRule priorities) {
        this.access = access;
        this.keys = keys;
        this.priorities = priorities;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/accounts", Role.ADMINISTRATOR, this::list),
                new Endpoint("POST", "/accounts", Role.ADMINISTRATOR, this::add),
                new Endpoint("GET", "/accounts/{name}", Role.VIEWER, this::get),
                new Endpoint("PUT", "/accounts/{name}", Role.ADMINISTRATOR, this::set).alsoWhenFull(),
                new Endpoint("PATCH", "/accounts/{name}", Role.ADMINISTRATOR, this::change),
                new Endpoint("DELETE", "/accounts/{name}", Role.ADMINISTRATOR, this::close));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("all"));
        boolean all = query.flag("all");
        query.closed().check();
        return access.read(view -> {
            ObjectNode node = Json.object();
            ArrayNode list = node.putArray("accounts");
            Accounts accounts = view.facts(Accounts.class);
            (all ? accounts.all() : accounts.open())
                    .forEach(account -> list.add(AccountJson.json(view, account, priorities)));
            return Answer.ok(node);
        });
    }

    private Answer get(Call call) {
        String name = call.accountName("name");
        if (!name.equals(call.account().name()) && !call.account().is(Role.ADMINISTRATOR)) {
            throw Problem.notAllowed("Only administrators may see other accounts")
                    .toException();
        }
        return access.read(view -> Answer.ok(AccountJson.json(view, known(view, name), priorities)));
    }

    private static Account known(View view, String name) {
        return view.facts(Accounts.class).known(name).orElseThrow(Call::unknownAccount);
    }

    private static Account open(View view, String name) {
        return view.facts(Accounts.class).open(name).orElseThrow(Call::unknownAccount);
    }

    private Answer add(Call call) {
        Fields fields = call.body();
        fields.require("name");
        String name = fields.parsed("name", AccountNames.RULE, AccountNames::checked);
        if (name != null && RESERVED.contains(name)) {
            fields.fault("name", "must not be one of " + String.join(", ", RESERVED));
        }
        Function<String, Account> terms = AccountJson.terms(fields);
        fields.closed().check();
        Account account = terms.apply(Checks.present(name));
        return written(call, 201, "add-account", transaction -> {
            if (transaction.view().facts(Accounts.class).known(account.name()).isPresent()) {
                throw Problem.of(Code.DUPLICATE_ACCOUNT, "There is or was an account " + account.name())
                        .toException();
            }
            return account;
        });
    }

    private Answer set(Call call) {
        Fields fields = call.body();
        Function<String, Account> terms = AccountJson.terms(fields);
        fields.closed().check();
        Account account = terms.apply(call.accountName("name"));
        return written(call, 200, "set-account", transaction -> {
            open(transaction.view(), account.name());
            if (!account.is(Role.ADMINISTRATOR)) {
                notTheLast(transaction, account.name());
            }
            return account;
        });
    }

    private Answer change(Call call) {
        String name = call.accountName("name");
        return written(call, 200, "change-account", transaction -> {
            Account before = known(transaction.view(), name);
            AccountJson.Patched patched = AccountJson.patched(before, call);
            Account after = patched.account();
            if (!after.open() || !after.is(Role.ADMINISTRATOR)) {
                notTheLast(transaction, name);
            }
            if (before.open() && !after.open()) {
                endTokens(transaction, name);
            }
            if (patched.cancels()) {
                LeftBehind.cancel(transaction, call.account(), name);
            }
            return after;
        });
    }

    private Answer written(Call call, int status, String what, Function<Transaction, Account> make) {
        Answer answer = access.write(call, transaction -> {
            Account account = make.apply(transaction);
            checkProject(transaction.view(), account);
            transaction.record(Accounts.KIND, account);
            AuditLog.add(
                    transaction, what, account.name(), Names.of(account.role()) + (account.open() ? "" : ", disabled"));
            Supplier<ObjectNode> found = AccountJson.found(transaction.view(), account, priorities);
            return () -> Answer.json(status, found.get());
        });
        keys.accountChanged();
        return answer;
    }

    /** A closed project is nobody's new default. */
    private static void checkProject(View view, Account account) {
        account.project().flatMap(name -> Memberships.find(view, name)).ifPresent(project -> {
            boolean stays = view.facts(Accounts.class)
                    .known(account.name())
                    .flatMap(Account::project)
                    .equals(account.project());
            if (!project.open() && !stays) {
                throw Problem.invalid("project", project.name(), "is closed; choose another project")
                        .toException();
            }
        });
    }

    private Answer close(Call call) {
        String name = call.accountName("name");
        Fields query = call.query(Set.of(AccountJson.CANCEL));
        boolean cancels = query.flag(AccountJson.CANCEL);
        query.closed().check();
        Answer answer = access.write(call, transaction -> {
            Account account = open(transaction.view(), name);
            notTheLast(transaction, name);
            transaction.record(Accounts.KIND, account.closed());
            endTokens(transaction, name);
            if (cancels) {
                LeftBehind.cancel(transaction, call.account(), name);
            }
            AuditLog.add(transaction, "close-account", name, "");
            return Answer::nothing;
        });
        keys.accountChanged();
        return answer;
    }

    private static void endTokens(Transaction transaction, String name) {
        transaction.view().facts(Tokens.class).of(name).forEach(token -> transaction.record(Tokens.KIND, token.end()));
    }

    private static void notTheLast(Transaction transaction, String name) {
        if (transaction.view().facts(Accounts.class).isLastAdministrator(name)) {
            throw Problem.of(Code.LAST_ADMINISTRATOR, name + " is the last administrator; appoint another one first")
                    .toException();
        }
    }
}
