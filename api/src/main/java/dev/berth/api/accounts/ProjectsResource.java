package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Account;
import dev.berth.service.account.Keys;
import dev.berth.service.account.Role;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.service.project.ProjectChanges;
import dev.berth.site.Transaction;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /projects}. */
public final class ProjectsResource {
    private final SiteAccess access;
    private final Keys keys;

    public ProjectsResource(SiteAccess access, Keys keys) {
        this.access = access;
        this.keys = keys;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/projects", Role.VIEWER, this::list),
                new Endpoint("POST", "/projects", Role.ADMINISTRATOR, this::add),
                new Endpoint("GET", "/projects/{project}", Role.VIEWER, this::get),
                new Endpoint("PATCH", "/projects/{project}", Role.ADMINISTRATOR, this::change),
                new Endpoint("PUT", "/projects/{project}/members/{name}", Role.ADMINISTRATOR, this::addMember),
                new Endpoint("DELETE", "/projects/{project}/members/{name}", Role.ADMINISTRATOR, this::removeMember),
                new Endpoint("PUT", "/projects/{project}/staff/{name}", Role.ADMINISTRATOR, this::addStaff),
                new Endpoint("DELETE", "/projects/{project}/staff/{name}", Role.ADMINISTRATOR, this::removeStaff));
    }

    /** Others do not learn that it exists. */
    private static boolean sees(Account account, Project project) {
        return account.is(Role.OPERATOR)
                || Memberships.isMember(account, project)
                || project.allStaff().contains(account.name());
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("all"));
        boolean all = query.flag("all");
        query.closed().check();
        return access.readInTurn(call, view -> {
            ObjectNode node = Json.object();
            ArrayNode list = node.putArray("projects");
            Memberships.all(view).stream()
                    .filter(project -> (all || project.open()) && sees(call.account(), project))
                    .forEach(project -> list.add(ProjectJson.json(view, project)));
            return Answer.ok(node);
        });
    }

    private Answer get(Call call) {
        String name = name(call);
        return access.read(view -> Answer.ok(ProjectJson.json(
                view,
                Memberships.find(view, name)
                        .filter(project -> sees(call.account(), project))
                        .orElseThrow(() -> Memberships.unknown(name)))));
    }

    private Answer add(Call call) {
        Fields fields = call.body();
        fields.require("name");
        String name = fields.parsed("name", AccountNames.RULE, AccountNames::checked);
        Function<String, Project> read = ProjectJson.read(fields);
        fields.closed().check();
        Project project = read.apply(Checks.present(name));
        return written(call, 201, transaction -> ProjectChanges.add(transaction, project));
    }

    private Answer change(Call call) {
        String name = name(call);
        return written(
                call,
                200,
                transaction -> ProjectChanges.change(transaction, name, project -> ProjectJson.patched(project, call)));
    }

    private Answer addMember(Call call) {
        String name = name(call);
        String member = call.accountName("name");
        return written(call, 200, transaction -> ProjectChanges.addMember(transaction, name, member));
    }

    private Answer removeMember(Call call) {
        String name = name(call);
        String member = call.accountName("name");
        return written(call, 200, transaction -> ProjectChanges.removeMember(transaction, name, member));
    }

    private Answer addStaff(Call call) {
        String name = name(call);
        String account = call.accountName("name");
        return written(call, 200, transaction -> ProjectChanges.addStaff(transaction, name, account));
    }

    private Answer removeStaff(Call call) {
        String name = name(call);
        String account = call.accountName("name");
        return written(call, 200, transaction -> ProjectChanges.removeStaff(transaction, name, account));
    }

    private Answer written(Call call, int status, Function<Transaction, Project> make) {
        Answer answer = access.write(call, transaction -> {
            Project project = make.apply(transaction);
            Supplier<ObjectNode> found = ProjectJson.found(transaction.view(), project);
            return () -> Answer.json(status, found.get());
        });
        // Who is signed in may have another default project now.
        keys.accountChanged();
        return answer;
    }

    private static String name(Call call) {
        String name = call.variable("project");
        try {
            return AccountNames.checked(name);
        } catch (IllegalArgumentException e) {
            throw Problem.of(Code.UNKNOWN_PROJECT, "Unknown project").toException();
        }
    }
}
