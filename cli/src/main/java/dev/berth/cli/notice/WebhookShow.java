package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;

/** {@code berth webhook show}. */
final class WebhookShow implements ShellCommand {
    private final Remote remote;

    private String id = "";

    WebhookShow(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Shows one of your webhooks, without its secret.");
        syntax.parameter("ID", "Webhook, such as h-0123456789ab", value -> id = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(this::found, new NoticeText(remote.moments())::webhook);
    }

    private Reply found() {
        Reply all = remote.service().send("GET", "/webhooks");
        if (!all.isGood()) {
            return all;
        }
        for (JsonNode webhook : all.json().path("webhooks")) {
            if (AnswerText.text(webhook, "id").equals(id)) {
                return new Reply(all.address(), all.status(), webhook);
            }
        }
        throw new BadInput("You have no webhook %s; see berth webhook list".formatted(id));
    }
}
