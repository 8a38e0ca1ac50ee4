package dev.berth.cli.instance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;

/** {@code berth instances}, with its subcommands. */
public final class InstancesCommand implements ShellCommand {
    private final Remote remote;
    private final String word;

    private String journal = "";

    private InstancesCommand(Environment environment, String word) {
        this.remote = new Remote(environment);
        this.word = word;
    }

    public static Commands commands(Environment environment) {
        return commands(environment, "instances");
    }

    /** {@code berth servers}, as it was called before: asks and answers as it did, for scripts and for older services. */
    public static Commands formerly(Environment environment) {
        return commands(environment, "servers");
    }

    /**
     * @param word in the command, in the path of the API and in its answer
     */
    private static Commands commands(Environment environment, String word) {
        return new Commands("berth " + word, "Lists the instances of Berth that serve the site")
                .add(
                        "drain",
                        "Stops an instance from leading, before an upgrade",
                        () -> new InstancesDrain(environment, word, true))
                .add("resume", "Lets a drained instance lead again", () -> new InstancesDrain(environment, word, false))
                .byDefault(() -> new InstancesCommand(environment, word));
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists the instances of Berth that serve the site: which one leads, since when, and how many entries of"
                        + " the journal the others are behind.",
                "With --journal, lists the instances of all sites in a database. This needs the password of the database"
                        + " and no account.");
        syntax.text("--journal", "ADDRESS", AllSites.OPTION, value -> journal = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (!journal.isEmpty()) {
            return new AllSites(journal, remote, word).show();
        }
        return remote.show(() -> remote.service().send("GET", "/" + word), this::words);
    }

    private String words(JsonNode answer) {
        Columns columns = new Columns("INSTANCE", "STATE", "SINCE", "VERSION", "LAG", "BUILD");
        for (JsonNode instance : answer.path(word)) {
            columns.row(cells(remote, instance));
        }
        return columns + (answer.has("leader") ? "" : "No instance leads the site at the moment\n");
    }

    static Object[] cells(Remote remote, JsonNode instance) {
        boolean isSilent = AnswerText.text(instance, "state").equals("silent");
        return new Object[] {
            AnswerText.text(instance, "name"),
            AnswerText.text(instance, "state") + (instance.path("drained").asBoolean() ? ", drained" : ""),
            remote.moments().text(AnswerText.text(instance, isSilent ? "seen" : "since")),
            AnswerText.text(instance, "version"),
            isSilent ? "" : AnswerText.text(instance, "lag"),
            AnswerText.text(instance, "build")
        };
    }
}
