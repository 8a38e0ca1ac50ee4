package dev.berth.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;

/** {@code berth servers}, with its subcommands. */
public final class ServersCommand implements Command {
    private final Remote remote;

    private String journal = "";

    private ServersCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    public static Commands commands(Environment environment) {
        return new Commands("berth servers", "Lists the servers of Berth that serve the site")
                .add(
                        "drain",
                        "Stops a server from leading, before an upgrade",
                        () -> new ServersDrain(environment, true))
                .add("resume", "Lets a drained server lead again", () -> new ServersDrain(environment, false))
                .byDefault(() -> new ServersCommand(environment));
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists the servers of Berth that serve the site: which one leads, since when, and how many entries of"
                        + " the journal the others are behind.",
                "With --journal, lists the servers of all sites in a database. This needs the password of the database"
                        + " and no account.");
        syntax.text("--journal", "ADDRESS", AllSites.OPTION, value -> journal = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (!journal.isEmpty()) {
            return new AllSites(journal, remote).show();
        }
        return remote.show(() -> remote.service().send("GET", "/servers"), this::words);
    }

    private String words(JsonNode answer) {
        Columns columns = new Columns("SERVER", "STATE", "SINCE", "VERSION", "LAG", "BUILD");
        for (JsonNode server : answer.path("servers")) {
            columns.row(cells(remote, server));
        }
        return columns + (answer.has("leader") ? "" : "No server leads the site at the moment\n");
    }

    static Object[] cells(Remote remote, JsonNode server) {
        boolean isSilent = AnswerText.text(server, "state").equals("silent");
        return new Object[] {
            AnswerText.text(server, "name"),
            AnswerText.text(server, "state") + (server.path("drained").asBoolean() ? ", drained" : ""),
            remote.moments().text(AnswerText.text(server, isSilent ? "seen" : "since")),
            AnswerText.text(server, "version"),
            isSilent ? "" : AnswerText.text(server, "lag"),
            AnswerText.text(server, "build")
        };
    }
}
