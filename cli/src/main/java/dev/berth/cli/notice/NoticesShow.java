package dev.berth.cli.notice;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth notices show}. */
final class NoticesShow implements ShellCommand {
    private final Remote remote;

    private String account = "";

    NoticesShow(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Shows what you are told about your reservations by mail, and where.");
        syntax.text("--account", "NAME", "Another account and its webhooks (administrator)", value -> account = value);
        remote.declare(syntax);
        syntax.examples("berth notices", "berth notices show --account ana");
    }

    @Override
    public int run() {
        NoticeText words = new NoticeText(remote.moments());
        return account.isEmpty()
                ? remote.show(() -> remote.service().send("GET", "/notices"), words::choice)
                : remote.show(
                        () -> remote.service().send("GET", "/accounts/" + Remote.encoded(account) + "/notices"),
                        answer -> words.choice(answer.path("notices"))
                                + (answer.path("webhooks").isEmpty() ? "" : words.webhooks(answer.path("webhooks"))));
    }
}
