package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.words.Spans;

/** {@code berth notices set}. */
final class NoticesSet implements ShellCommand {
    private final Remote remote;
    private final ObjectNode request = JsonTree.object();

    private boolean noMail;

    /** Whether something is wanted. */
    enum Consent {
        on,
        off
    }

    NoticesSet(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Changes what you are told by mail; everything else stays as it is.",
                "A new address is mailed a code. Nothing else is sent to it before you confirm it with berth notices confirm.");
        syntax.text("--mail", "ADDRESS", "Mail address for notices", value -> request.put("mail", value));
        syntax.flag("--no-mail", "Remove the mail address", () -> noMail = true);
        syntax.text("--kinds", "KINDS", Kinds.ABOUT, value -> Kinds.put(request, value));
        syntax.text(
                "--before-start",
                "DURATION",
                "When to remind you of a start, such as 15m",
                value -> request.put(
                        "startLead", Spans.positive("--before-start", value).toString()));
        syntax.text(
                "--before-end",
                "DURATION",
                "When to remind you of an end, such as 10m",
                value -> request.put(
                        "endLead", Spans.positive("--before-end", value).toString()));
        syntax.text("--mail-zone", "ZONE", "Time zone of the times in mails", value -> request.put("zone", value));
        syntax.choice(
                "--asks",
                "on|off",
                "Whether you may be asked for more flexibility, at a discount",
                Consent.class,
                value -> request.put("asks", value == Consent.on));
        remote.declare(syntax);
        syntax.examples(
                "berth notices set --mail ana@example.org --before-start 30m",
                "berth notices set --kinds moved,degraded");
    }

    @Override
    public int run() {
        if (noMail && request.has("mail")) {
            throw new BadInput("Give either --mail or --no-mail, not both");
        }
        if (noMail) {
            request.put("mail", "");
        }
        if (request.isEmpty()) {
            throw new BadInput("Nothing to change: give at least one option, such as --mail ana@example.org");
        }
        return remote.show(() -> remote.service().send("PATCH", "/notices", request), this::words);
    }

    private String words(JsonNode answer) {
        return "Changed\n" + new NoticeText(remote.moments()).choice(answer);
    }
}
