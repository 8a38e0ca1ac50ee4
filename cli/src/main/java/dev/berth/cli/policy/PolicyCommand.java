package dev.berth.cli.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import java.util.ArrayList;
import java.util.List;

/** {@code berth policy}, with its subcommand. */
public final class PolicyCommand implements ShellCommand {
    private final Remote remote;

    private PolicyCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    public static Commands commands(Environment environment) {
        return new Commands("berth policy", "Shows how a service places jobs, and what it moves to make room")
                .add("set", "Changes how jobs are placed", () -> new PolicySetCommand(environment))
                .byDefault(() -> new PolicyCommand(environment));
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows by which policy a service places jobs, and by which admission policy it makes room for them.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/policy"), answer -> """
                policy       %s
                admission    %s

                Policies: %s
                Admission policies: %s
                """.formatted(
                        answer.path("policy").asText(),
                        answer.path("admission").asText(),
                        names(answer.path("policies")),
                        names(answer.path("admissions"))));
    }

    private static String names(JsonNode array) {
        List<String> names = new ArrayList<>();
        array.forEach(each -> names.add(each.asText()));
        return String.join(", ", names);
    }
}
