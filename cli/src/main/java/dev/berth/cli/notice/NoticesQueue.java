package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;

/** {@code berth notices queue}. */
final class NoticesQueue implements ShellCommand {
    private final Remote remote;

    NoticesQueue(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists the notices of all accounts that wait for delivery, and those that could not be delivered. Only for administrators.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/notices/queue"), this::words);
    }

    private String words(JsonNode queue) {
        NoticeText words = new NoticeText(remote.moments());
        int waiting = queue.path("waiting").asInt();
        StringBuilder text = new StringBuilder(
                switch (waiting) {
                    case 0 -> "Nothing waits for delivery\n";
                    case 1 -> "1 notice waits for delivery\n";
                    default -> "%,d notices wait for delivery%n".formatted(waiting);
                });
        if (waiting > 0) {
            Columns columns = new Columns("BY", "USER", "WAITING", "SINCE");
            for (JsonNode lane : queue.path("lanes")) {
                columns.row(
                        AnswerText.text(lane, "way"),
                        AnswerText.text(lane, "user"),
                        AnswerText.text(lane, "waiting"),
                        remote.moments().text(AnswerText.text(lane, "oldest")));
            }
            text.append(columns);
        }
        return queue.path("failures").isEmpty()
                ? text.toString()
                : text.append("\nNot delivered; berth notices retry delivers them again:\n")
                        .append(words.failures(queue.path("failures")))
                        .toString();
    }
}
