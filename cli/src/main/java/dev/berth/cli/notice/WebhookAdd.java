package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth webhook add}. */
final class WebhookAdd implements ShellCommand {
    private final Remote remote;
    private final ObjectNode request = JsonTree.object();

    WebhookAdd(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Has the service post a signed message to an address whenever something happens to your reservations, and prints the secret of the signatures, once.",
                "Each message is delivered at least once; Berth-Delivery stays the same if it is repeated.");
        syntax.parameter("URL", "Address, such as https://example.org/berth", value -> request.put("address", value));
        syntax.text("--kinds", "KINDS", Kinds.ABOUT, value -> Kinds.put(request, value));
        syntax.flag("--all", "Reservations of all users (operator)", () -> request.put("all", true));
        remote.declare(syntax);
        syntax.examples("berth webhook add https://example.org/berth --kinds moved,degraded");
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("POST", "/webhooks", request), this::words);
    }

    private String words(JsonNode made) {
        return new NoticeText(remote.moments()).webhook(made)
                + "%-12s %s%nThe secret is shown this once. Try it: berth webhook test %s%n"
                        .formatted("secret", AnswerText.text(made, "secret"), AnswerText.text(made, "id"));
    }
}
