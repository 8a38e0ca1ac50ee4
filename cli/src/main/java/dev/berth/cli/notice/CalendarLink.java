package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;

/** {@code berth calendar link}. */
final class CalendarLink implements ShellCommand {
    private static final String PATH = "/calendar/link";

    private final Remote remote;

    private boolean fresh;
    private boolean revoke;

    CalendarLink(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Makes an address of your calendar, to which Google Calendar, Outlook and Thunderbird can subscribe, and prints it.",
                "The address holds a secret: anyone who knows it can read your calendar, and nothing else. It cannot be shown again; if there is one already, this says since when.");
        syntax.flag("--new", "Make a new address; the old one ends", () -> fresh = true);
        syntax.flag("--revoke", "End the address", () -> revoke = true);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (fresh && revoke) {
            throw new BadInput("Give either --new or --revoke, not both");
        }
        if (revoke) {
            return remote.show(
                    () -> remote.service().send("DELETE", PATH), answer -> "The address of your calendar has ended\n");
        }
        return remote.show(this::link, this::words);
    }

    /** The one that exists, or a new one. */
    private Reply link() {
        if (!fresh) {
            Reply known = remote.service().send("GET", PATH);
            if (!known.isGood() || known.json().has("made")) {
                return known;
            }
        }
        return remote.service().send("POST", PATH);
    }

    private String words(JsonNode link) {
        if (!link.has("path")) {
            return "Your calendar has had an address since %s. It cannot be shown again; --new makes another one and ends it%n"
                    .formatted(remote.moments().text(AnswerText.text(link, "made")));
        }
        return link.has("address")
                ? AnswerText.text(link, "address") + "\n"
                : remote.access().servers().getFirst() + AnswerText.text(link, "path") + "\n";
    }
}
