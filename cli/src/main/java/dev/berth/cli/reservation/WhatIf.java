package dev.berth.cli.reservation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.service.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth whatif}. */
@Command(
        name = "whatif",
        description = "What would be answered to a list of commands, one after the other; nothing is kept.")
public final class WhatIf implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "JSON: a list of commands as in the API, such as [{\"kind\": \"cancel\", \"reservation\": \"r1\"}];"
                            + " - is standard input.")
    @SuppressWarnings("NullAway.Init")
    private String file;

    public WhatIf(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        JsonNode read = read();
        JsonNode request = read.isArray() ? Json.object().set("commands", read) : read;
        return remote.show(() -> remote.service().send("POST", "/whatif", request), this::words);
    }

    private JsonNode read() {
        try {
            byte[] bytes = file.equals("-")
                    ? remote.environment().streams().in().readAllBytes()
                    : Files.readAllBytes(Path.of(file));
            return new ObjectMapper().readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new BadInput("%s: line %d, column %d: it is not JSON; it is a list of commands"
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
            if (decision.has("quote")) {
                text.append(words.quote(decision.path("quote")));
            }
            if (!decision.path("reservations").isEmpty()) {
                text.append(words.reservations(decision.path("reservations")));
            }
        }
        return text.toString();
    }
}
