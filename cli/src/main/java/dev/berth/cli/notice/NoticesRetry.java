package dev.berth.cli.notice;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth notices retry}. */
final class NoticesRetry implements ShellCommand {
    private final Remote remote;

    NoticesRetry(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Delivers again all notices that were given up, of all accounts, and switches their webhooks on again. Only for administrators.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service().send("POST", "/notices/queue/resend"),
                answer -> NoticeText.resent(answer.path("resent").asInt()));
    }
}
