package dev.berth.cli.instance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.operation.InstancesJson;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.postgres.Deployment;
import dev.berth.journal.postgres.PostgresAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The instances of all sites in a database. To see and drain them takes the password of the database. */
final class AllSites {
    static final String OPTION = "All sites in this PostgreSQL, such as postgresql://berth@db/berth";

    private final String journal;
    private final Remote remote;
    private final String word;

    AllSites(String journal, Remote remote, String word) {
        this.journal = journal;
        this.remote = remote;
        this.word = word;
    }

    int show() {
        return remote.show(() -> new Reply(journal, 200, asked(this::json)), this::words);
    }

    int drain(String name, boolean isDrained) {
        if (asked(deployment -> deployment.drain(name, isDrained)) == 0) {
            throw new BadInput(
                    "There is no instance or host \"" + name + "\"; see berth instances --journal " + journal);
        }
        return remote.show(
                () -> new Reply(journal, 200, asked(this::json)),
                answer -> isDrained ? drained(name, answer) : name + " may lead again\n");
    }

    private <T> T asked(Function<Deployment, T> question) {
        try {
            return question.apply(new Deployment(PostgresAddress.of(journal)));
        } catch (IllegalArgumentException e) {
            throw new BadInput("--journal: " + e.getMessage());
        } catch (JournalUnavailable e) {
            throw new Failed(String.valueOf(e.getMessage()));
        }
    }

    private JsonNode json(Deployment deployment) {
        ObjectNode node = JsonTree.object();
        ArrayNode sites = node.putArray("sites");
        for (Deployment.SiteStanding each : deployment.standing()) {
            ObjectNode site = sites.addObject().put("site", each.site());
            site.setAll(InstancesJson.of(each.instances(), word));
        }
        return node;
    }

    private String words(JsonNode answer) {
        Columns columns = new Columns("SITE", "INSTANCE", "STATE", "SINCE", "VERSION", "LAG", "BUILD");
        StringBuilder leaderless = new StringBuilder();
        for (JsonNode site : answer.path("sites")) {
            String name = AnswerText.text(site, "site");
            for (JsonNode instance : site.path(word)) {
                columns.row(Stream.concat(Stream.of(name), Stream.of(InstancesCommand.cells(remote, instance)))
                        .toArray());
            }
            if (!site.has("leader")) {
                leaderless.append("No instance leads ").append(name).append(" at the moment\n");
            }
        }
        return columns.toString() + leaderless;
    }

    private String drained(String name, JsonNode answer) {
        List<JsonNode> led = new ArrayList<>();
        for (JsonNode site : answer.path("sites")) {
            String leader = AnswerText.text(site, "leader");
            if (leader.equals(name) || leader.startsWith(name + ":")) {
                led.add(site);
            }
        }
        return name + " is drained\n"
                + line("It hands over %s now\n", led, site -> InstancesDrain.hasOther(site, word))
                + line(
                        "It leads %s until another instance is there that is not drained\n",
                        led, site -> !InstancesDrain.hasOther(site, word));
    }

    private static String line(String text, List<JsonNode> sites, Predicate<JsonNode> which) {
        List<String> names = sites.stream()
                .filter(which)
                .map(site -> AnswerText.text(site, "site"))
                .toList();
        return names.isEmpty() ? "" : text.formatted(String.join(", ", names));
    }
}
