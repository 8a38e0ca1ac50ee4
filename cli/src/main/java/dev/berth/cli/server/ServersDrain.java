package dev.berth.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth servers drain} and {@code berth servers resume}. */
final class ServersDrain implements Command {
    private final Remote remote;
    private final boolean isDrained;

    private String name = "";

    private String journal = "";

    ServersDrain(Environment environment, boolean isDrained) {
        this.remote = new Remote(environment);
        this.isDrained = isDrained;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                isDrained
                        ? "Stops a server from leading, also after a restart: if it leads, another server takes over at once. It"
                                + " still answers, and leads only if no other server is there. Only for operators."
                        : "Lets a drained server lead again. Only for operators.",
                "With --journal, for all sites that a host serves: this needs the password of the database and no account.");
        syntax.parameter(
                "SERVER",
                "Name of the server, as berth servers shows it; with --journal also the name of its host, without a port",
                value -> name = value);
        syntax.text("--journal", "ADDRESS", AllSites.OPTION, value -> journal = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (!journal.isEmpty()) {
            return new AllSites(journal, remote).drain(name, isDrained);
        }
        String path = "/servers/" + Remote.encoded(name) + (isDrained ? "/drain" : "/resume");
        return remote.show(() -> remote.service().send("POST", path), this::words);
    }

    private String words(JsonNode answer) {
        if (!isDrained) {
            return name + " may lead again\n";
        }
        String drained = name + " is drained\n";
        if (!AnswerText.text(answer, "leader").equals(name)) {
            return drained;
        }
        return drained
                + (hasOther(answer)
                        ? "It hands over to another server now\n"
                        : "It leads until another server is there that is not drained\n");
    }

    /** Whether a server can take over. */
    static boolean hasOther(JsonNode site) {
        for (JsonNode server : site.path("servers")) {
            if (AnswerText.text(server, "state").equals("follows")
                    && !server.path("drained").asBoolean()) {
                return true;
            }
        }
        return false;
    }
}
