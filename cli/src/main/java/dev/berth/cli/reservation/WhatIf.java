package dev.berth.cli.reservation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PriceText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code berth whatif}. */
public final class WhatIf implements ShellCommand {
    private final Remote remote;

    private String file = "";

    public WhatIf(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Simulates a list of commands, one after the other, and shows what the service would answer. Nothing is changed.");
        syntax.parameter(
                "FILE",
                "JSON list of commands as in the API, such as [{\"kind\": \"cancel\", \"reservation\": \"r1\"}]; - reads standard input",
                value -> file = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        JsonNode read = read();
        JsonNode request = read.isArray() ? JsonTree.object().set("commands", read) : read;
        return remote.show(() -> remote.service().send("POST", "/whatif", request), this::words);
    }

    private JsonNode read() {
        try {
            byte[] bytes = file.equals("-")
                    ? remote.environment().streams().in().readAllBytes()
                    : Files.readAllBytes(Path.of(file));
            return JsonTree.read(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new BadInput("%s: line %d, column %d: not valid JSON; a list of commands is expected"
                    .formatted(
                            file, e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
        } catch (IOException e) {
            throw new Failed("FILE", e);
        }
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (JsonNode decision : answer.path("decisions")) {
            number++;
            if (!decision.path("accepted").asBoolean()) {
                text.append(number).append(". ").append(words.refusal(decision.path("refusal")));
                continue;
            }
            text.append(number).append(". accepted\n");
            if (decision.has("limit")) {
                text.append("As you have booked now, it would be refused: ")
                        .append(AnswerText.text(decision.path("limit"), "detail"))
                        .append('\n');
            }
            if (decision.has("quote")) {
                text.append(PriceText.quote(decision.path("quote")));
            }
            if (!decision.path("reservations").isEmpty()) {
                text.append(words.reservations(decision.path("reservations")));
            }
        }
        return text.toString();
    }
}
