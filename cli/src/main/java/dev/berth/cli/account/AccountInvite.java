package dev.berth.cli.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth account invite}. */
final class AccountInvite implements ShellCommand {
    private final Remote remote;

    private String name = "";

    private @Nullable String role;

    AccountInvite(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Prints a link with which the owner of an account chooses a password, also if they have forgotten the old one. It works once, within 7 days; a new link replaces it. Only for administrators.");
        syntax.parameter("NAME", "Account", value -> name = value);
        syntax.text("--role", "ROLE", "Adds the account with this role if it does not exist", value -> role = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode body = JsonTree.object();
        if (role != null) {
            body.put("role", role);
        }
        return remote.show(
                () -> remote.service().send("POST", "/accounts/" + Remote.encoded(name) + "/invitation", body),
                this::words);
    }

    /** A service that has not been told its address is found where it was asked. */
    private String words(JsonNode answer) {
        String link = answer.path("link").asText();
        return (link.startsWith("/") ? remote.access().servers().getFirst() : "") + link + "\n";
    }
}
