package dev.berth.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import org.jspecify.annotations.Nullable;

/** {@code berth cluster status}. */
final class ClusterStatusCommand implements ShellCommand {
    /** The most that the service lists. */
    private static final int MOST = 1_000;

    private final Remote remote;

    private @Nullable String state;

    ClusterStatusCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Compares the reservations of the site with those in the cluster: every reservation with its nodes and state, reservations"
                        + " made by others, nodes that are not up and, in mode watch, what Berth would do. Only for operators.",
                "The exit code is 1 if a reservation is in danger or broken, the brake is on, the settings do not fit the cluster, or the"
                        + " cluster does not answer, so that scripts can watch it.");
        syntax.text(
                "--state",
                "STATE",
                "Only this state: not-due (its nodes are not named yet), wanted (about to be made), present, active, leaving"
                        + " (over, still in the cluster), drifted (differs), lost (vanished), blocked (refused by the cluster), degraded (lost"
                        + " nodes, keeps the others), displaced (lost its nodes for good)",
                value -> state = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        boolean[] needsCare = {false};
        QueryString query = new QueryString().with("state", state).with("limit", MOST);
        int code = remote.show(
                () -> {
                    Reply reply = remote.service().send("GET", "/cluster" + query);
                    needsCare[0] = reply.isGood() && needsCare(reply.json());
                    return reply;
                },
                answer -> new ClusterText(remote.moments(), answer).toString());
        return code == ExitCode.DONE && needsCare[0] ? ExitCode.REFUSED : code;
    }

    private static boolean needsCare(JsonNode answer) {
        return answer.path("inDanger").asInt() > 0
                || answer.has("silent")
                || !answer.path("brakes").isEmpty()
                || !answer.path("faults").isEmpty();
    }
}
