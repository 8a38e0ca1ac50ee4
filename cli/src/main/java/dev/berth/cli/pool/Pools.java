package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import java.util.ArrayList;
import java.util.List;

/** {@code berth pools}. */
public final class Pools implements Command {
    private final Remote remote;

    public Pools(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists the pools of the site: servers, rates, prices, attributes and outages.");
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/pools"), this::words);
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = new Columns("POOL", "SERVERS", "RATE", "PRICE/H", "ATTRIBUTES");
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
            for (JsonNode outage : pool.path("outages")) {
                outages.append("outage: %s %s %s from %s%s%n"
                        .formatted(
                                AnswerText.text(pool, "name"),
                                AnswerText.unit(pool),
                                AnswerText.text(outage, "server"),
                                words.time(outage, "start"),
                                outage.has("end") ? " to " + words.time(outage, "end") : " until berth undrain"));
            }
        }
        return columns.toString() + outages;
    }
}
