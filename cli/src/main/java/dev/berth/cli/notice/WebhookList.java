package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth webhook list}. */
final class WebhookList implements ShellCommand {
    private final Remote remote;

    WebhookList(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists your webhooks, without their secrets. One that failed too often is off.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/webhooks"), this::words);
    }

    private String words(JsonNode answer) {
        return answer.path("webhooks").isEmpty()
                ? "You have no webhooks. To add one: berth webhook add URL\n"
                : new NoticeText(remote.moments()).webhooks(answer.path("webhooks"));
    }
}
