package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.pool.slurm.ImportSlurm;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.PartsText;
import dev.berth.wire.NodeRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code berth pools}. */
public final class PoolsCommand implements ShellCommand {
    /** Most servers of a host that are named; the rest are counted. */
    private static final int MOST_NAMED = 32;

    static final String NONE_YET =
            "The site has no pools yet. To add the GPUs and cores of a machine, run there: berth pools detect --add\n";

    private final Remote remote;

    private PoolsCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    public static Commands commands(Environment environment) {
        return new Commands("berth pools", "Lists the pools of the site")
                .add("detect", "Finds the GPUs and cores of this machine", () -> new Detect(environment))
                .add("join", "Makes one pool of hosts out of pools of cards", () -> new PoolsJoin(environment))
                .add(
                        "import",
                        new Commands("berth pools import", "Shows which pools a cluster would make")
                                .add(
                                        "slurm",
                                        "Shows the pools of a Slurm cluster, and the lines for site.yaml",
                                        () -> new ImportSlurm(environment)))
                .byDefault(() -> new PoolsCommand(environment));
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists the pools of the site: servers and their names, rates, prices, attributes and outages.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/pools"), this::words);
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = new Columns("POOL", "SERVERS", "RATE", "PRICE/H", "ATTRIBUTES");
        if (answer.path("pools").isEmpty()) {
            return NONE_YET;
        }
        StringBuilder names = new StringBuilder();
        StringBuilder outages = new StringBuilder();
        for (JsonNode pool : answer.path("pools")) {
            List<String> attributes = new ArrayList<>();
            pool.path("attributes")
                    .properties()
                    .forEach(each ->
                            attributes.add(each.getKey() + "=" + each.getValue().asText()));
            columns.row(
                    AnswerText.text(pool, "name"),
                    AnswerText.servers(pool),
                    AnswerText.text(pool, "rate"),
                    AnswerText.text(pool.path("tariff"), "base"),
                    String.join(" ", attributes));
            String parts = PartsText.has(pool);
            names.append(parts.isEmpty() ? "" : "%s: each with %s%n".formatted(AnswerText.text(pool, "name"), parts));
            names.append(names(pool));
            for (JsonNode outage : pool.path("outages")) {
                String blocked = PartsText.of(outage);
                outages.append("%s: %s%s %s of %s from %s%s%n"
                        .formatted(
                                kind(outage),
                                blocked.isEmpty() ? "" : blocked + " on ",
                                AnswerText.unit(pool),
                                AnswerText.server(pool, outage.path("server").asInt()),
                                AnswerText.text(pool, "name"),
                                words.time(outage, "start"),
                                end(outage, words)));
            }
        }
        StringBuilder licences = new StringBuilder();
        for (JsonNode each : answer.path("licences")) {
            licences.append("licences of %s: %s, %s free now%n"
                    .formatted(
                            AnswerText.text(each, "name"),
                            AnswerText.text(each, "count"),
                            AnswerText.text(each, "free")));
        }
        return columns.toString() + names + licences + outages;
    }

    /** The names of its servers, by host; those that are whole hosts in one line. */
    private static String names(JsonNode pool) {
        Map<String, List<String>> byHost = new TreeMap<>();
        List<String> hosts = new ArrayList<>();
        for (JsonNode each : pool.path("serverList")) {
            String name = AnswerText.text(each, "name");
            String host = AnswerText.text(each, "host");
            (name.equals(host) ? hosts : byHost.computeIfAbsent(host, any -> new ArrayList<>())).add(name);
        }
        StringBuilder lines = new StringBuilder();
        if (!hosts.isEmpty()) {
            lines.append("%s: %s%n".formatted(AnswerText.text(pool, "name"), NodeRanges.folded(hosts)));
        }
        byHost.forEach((host, all) -> {
            String more = all.size() > MOST_NAMED ? ", and %,d more".formatted(all.size() - MOST_NAMED) : "";
            lines.append("%s%s: %s%s%n"
                    .formatted(
                            AnswerText.text(pool, "name"),
                            host.isEmpty() ? "" : " on " + host,
                            String.join(", ", all.subList(0, Math.min(MOST_NAMED, all.size()))),
                            more));
        });
        return lines.toString();
    }

    private static String kind(JsonNode outage) {
        return switch (AnswerText.text(outage, "cause")) {
            case "failure" -> "failed";
            case "blocked" -> "blocked by " + AnswerText.text(outage, "reason");
            default -> "outage";
        };
    }

    private static boolean isFailure(JsonNode outage) {
        return AnswerText.text(outage, "cause").equals("failure");
    }

    private static String end(JsonNode outage, AnswerText words) {
        if (!outage.has("end")) {
            return switch (AnswerText.text(outage, "cause")) {
                case "failure" -> ", repair time unknown";
                case "blocked" -> " on";
                default -> " until berth undrain";
            };
        }
        if (!isFailure(outage)) {
            return " to " + words.time(outage, "end");
        }
        boolean isOverdue = !AnswerText.text(outage, "repair").equals(AnswerText.text(outage, "end"));
        return ", repair expected " + words.time(outage, "repair")
                + (isOverdue ? ", overdue; reservations are planned from " + words.time(outage, "end") + " on" : "");
    }
}
