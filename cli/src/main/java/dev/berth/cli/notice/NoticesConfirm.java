package dev.berth.cli.notice;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth notices confirm}. */
final class NoticesConfirm implements ShellCommand {
    private final Remote remote;

    private String code = "";

    NoticesConfirm(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Confirms your mail address with the code that was mailed to it. A code works once, and for a day.");
        syntax.parameter("CODE", "The code in the mail", value -> code = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service()
                        .send("POST", "/notices/confirm", JsonTree.object().put("code", code)),
                answer -> "Notices are mailed to " + AnswerText.text(answer, "mail") + "\n");
    }
}
