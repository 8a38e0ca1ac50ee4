package dev.berth.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth cluster release}. */
final class ClusterRelease implements ShellCommand {
    private final Remote remote;

    ClusterRelease(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Confirms that the nodes which the brake holds are really down. Berth brakes when more than a quarter of a pool fails at once, or a"
                        + " node that is promised fails right after the cluster was silent: then reservations keep these nodes for a while."
                        + " After the release they are moved to other nodes. Reservations in which a job runs stay as they are. Only for operators.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service().send("POST", "/cluster/release", JsonTree.object()), ClusterRelease::words);
    }

    private static String words(JsonNode answer) {
        if (answer.path("released").isEmpty()) {
            return "The brake is off; there is nothing to release\n";
        }
        StringBuilder text = new StringBuilder();
        answer.path("released")
                .forEach(each -> text.append("Released: %s of pool %s count as down%n"
                        .formatted(AnswerText.text(each, "nodes"), AnswerText.text(each, "pool"))));
        return text.toString();
    }
}
