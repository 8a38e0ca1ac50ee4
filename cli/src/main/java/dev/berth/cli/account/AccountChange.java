package dev.berth.cli.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth account change}. */
final class AccountChange implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final AccountTerms terms = new AccountTerms();

    private String name = "";
    private @Nullable String role;
    private boolean noLead;
    private boolean noPriority;
    private boolean noStanding;
    private boolean noProject;

    AccountChange(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Changes an account; everything else stays as it is. Only for administrators.");
        syntax.parameter("NAME", "Account", value -> name = value);
        syntax.text("--role", "ROLE", "guard, viewer, user, operator or administrator", value -> role = value);
        terms.declare(syntax);
        terms.quota.declareRemoval(syntax);
        syntax.flag("--no-lead", "Remove both limits on how long ahead to book", () -> noLead = true);
        syntax.flag("--no-priority", "Use the default priority of the site", () -> noPriority = true);
        syntax.flag("--no-standing", "Remove paying capacity and rank", () -> noStanding = true);
        syntax.flag("--no-project", "Take the account out of its project", () -> noProject = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth account change ana --role operator",
                "berth account change ana --no-quota",
                "berth account change ana --quota 40h/7d --pool gpu");
    }

    @Override
    public int run() {
        ObjectNode request = request();
        return remote.show(
                () -> remote.service()
                        .change("PATCH", "/accounts/" + Remote.encoded(name), request, idempotencyKey.value()),
                answer -> "Changed\n" + AccountText.whole(answer));
    }

    private ObjectNode request() {
        notBoth(terms.hasLead() && noLead, "--lead or --max-lead", "--no-lead");
        notBoth(terms.hasPriority() && noPriority, "--priority", "--no-priority");
        notBoth(terms.hasStanding() && noStanding, "--paying or --rank", "--no-standing");
        notBoth(terms.hasProject() && noProject, "--project", "--no-project");
        ObjectNode request = JsonTree.object();
        if (role != null) {
            request.put("role", role);
        }
        terms.addTo(request);
        if (noLead) {
            request.putNull("lead");
        }
        if (noPriority) {
            request.putNull("priority");
        }
        if (noStanding) {
            request.putNull("standing");
        }
        if (noProject) {
            request.putNull("project");
        }
        if (request.isEmpty()) {
            throw new BadInput("Nothing to change: give at least one option, such as --quota 100h/7d");
        }
        return request;
    }

    private static void notBoth(boolean both, String one, String other) {
        if (both) {
            throw new BadInput("Give either %s or %s, not both".formatted(one, other));
        }
    }
}
