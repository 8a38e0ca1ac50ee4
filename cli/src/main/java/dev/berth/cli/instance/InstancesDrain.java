package dev.berth.cli.instance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth instances drain} and {@code berth instances resume}. */
final class InstancesDrain implements ShellCommand {
    private final Remote remote;
    private final String word;
    private final boolean isDrained;

    private String name = "";

    private String journal = "";

    InstancesDrain(Environment environment, String word, boolean isDrained) {
        this.remote = new Remote(environment);
        this.word = word;
        this.isDrained = isDrained;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                isDrained
                        ? "Stops an instance from leading, also after a restart: if it leads, another instance takes over at once. It"
                                + " still answers, and leads only if no other instance is there. Only for operators."
                        : "Lets a drained instance lead again. Only for operators.",
                "With --journal, for all sites that a host serves: this needs the password of the database and no account.");
        syntax.parameter(
                "INSTANCE",
                "Name of the instance, as berth instances shows it; with --journal also the name of its host, without a port",
                value -> name = value);
        syntax.text("--journal", "ADDRESS", AllSites.OPTION, value -> journal = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (!journal.isEmpty()) {
            return new AllSites(journal, remote, word).drain(name, isDrained);
        }
        String path = "/" + word + "/" + Remote.encoded(name) + (isDrained ? "/drain" : "/resume");
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
                + (hasOther(answer, word)
                        ? "It hands over to another instance now\n"
                        : "It leads until another instance is there that is not drained\n");
    }

    /** Whether an instance can take over. */
    static boolean hasOther(JsonNode site, String word) {
        for (JsonNode instance : site.path(word)) {
            if (AnswerText.text(instance, "state").equals("follows")
                    && !instance.path("drained").asBoolean()) {
                return true;
            }
        }
        return false;
    }
}
