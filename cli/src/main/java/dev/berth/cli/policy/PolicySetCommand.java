package dev.berth.cli.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;

/** {@code berth policy set}. */
final class PolicySetCommand implements ShellCommand {
    private final Remote remote;

    private String policy = "";
    private String admission = "";
    private boolean yes;

    PolicySetCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Changes how a service places the jobs that are booked from now on (operator).",
                "Without --yes it shows what would change, and changes nothing. Every reservation keeps its start, its servers and its"
                        + " price.");
        syntax.parameter("NAME", "Policy; berth policy lists them", value -> policy = value);
        syntax.text(
                "--admission",
                "NAME",
                "What may be moved to make room for a job; berth policy lists them. Default: as before",
                value -> admission = value);
        syntax.flag("--yes", "Change it. Default: show what would change", () -> yes = true);
        remote.declare(syntax);
        syntax.examples("berth policy set level", "berth policy set level --admission replan --yes");
    }

    @Override
    public int run() {
        int code = remote.show(() -> remote.service().send("PUT", "/policy", request()), this::words);
        if (code == ExitCode.DONE && !yes && !remote.isJson()) {
            remote.err().println("Nothing has changed yet. To change the policy, give the same command with --yes");
        }
        return code;
    }

    private ObjectNode request() {
        ObjectNode request = JsonTree.object().put("policy", policy).put("dryRun", !yes);
        return admission.isEmpty() ? request : request.put("admission", admission);
    }

    private String words(JsonNode answer) {
        JsonNode before = answer.path("before");
        int waiting = answer.path("waiting").asInt();
        return """
                policy       %s%s
                admission    %s%s
                """.formatted(
                                answer.path("policy").asText(),
                                was(answer, before, "policy"),
                                answer.path("admission").asText(),
                                was(answer, before, "admission"))
                + (waiting == 0
                        ? "No reservations wait.\n"
                        : "All %d waiting reservations keep their places.%n".formatted(waiting))
                + askedAgain(answer.path("askedAgain"));
    }

    private String was(JsonNode answer, JsonNode before, String field) {
        return answer.path(field).equals(before.path(field))
                ? " (as before)"
                : " (%s %s)".formatted(yes ? "was" : "now", before.path(field).asText());
    }

    private static String askedAgain(JsonNode asked) {
        int compared = asked.path("compared").asInt();
        return compared == 0
                ? ""
                : "If they were asked for again: %d of %d would start earlier, %d later, %d would find no place.%n"
                        .formatted(
                                asked.path("earlier").asInt(),
                                compared,
                                asked.path("later").asInt(),
                                asked.path("refused").asInt());
    }
}
