package dev.berth.cli.provision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AdvertAge;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import org.jspecify.annotations.Nullable;

/** Slots that a service advertises: the options, the request and the answer in words. */
final class AdvertisedSlots {
    private final Remote remote;

    private @Nullable String pool;

    private @Nullable String from;

    private @Nullable String gaps;

    AdvertisedSlots(Environment environment) {
        this.remote = new Remote(environment);
    }

    public void declare(Syntax syntax) {
        syntax.text("--pool", "POOL", "Restrict to this pool of the service", value -> pool = value);
        syntax.text(
                "--from",
                "TIME",
                "Slots of the service that are free from this time on. Default: now",
                value -> from = value);
        syntax.text(
                "--gaps",
                "HOW",
                "How the service sells free time before a reservation: whole or in parts. Default: whole",
                value -> gaps = value);
        remote.declare(syntax);
    }

    boolean isJson() {
        return remote.isJson();
    }

    int show() {
        QueryString query = new QueryString()
                .with("pool", pool)
                .with("from", from == null ? null : remote.moments().parse("--from", from))
                .with("gaps", gaps);
        return remote.show(() -> remote.service().send("GET", "/slots" + query), this::words);
    }

    /** How a slot is sold, in words. */
    static String sold(boolean divisible, boolean extensible) {
        return extensible ? "in parts, and for longer" : divisible ? "in parts" : "as a whole";
    }

    private String words(JsonNode answer) {
        if (answer.path("slots").isEmpty()) {
            return "No free slots\n";
        }
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = new Columns("POOL", "START", "END", "SERVERS", "SERVER-HOUR", "SOLD");
        for (JsonNode slot : answer.path("slots")) {
            columns.row(
                    AnswerText.text(slot, "pool"),
                    words.time(slot, "start"),
                    words.time(slot, "end"),
                    AnswerText.text(slot, "servers"),
                    AnswerText.text(slot, "serverHour"),
                    sold(
                            slot.path("divisible").asBoolean(),
                            slot.path("extensible").asBoolean()));
        }
        String more = answer.has("more")
                ? AnswerText.text(answer, "more") + " later slots are not shown; restrict the list with --pool\n"
                : "";
        return columns + more + advertised(answer) + "Valid until " + words.time(answer, "expires")
                + "; nothing is held.\n";
    }

    /** How old the advertisement is, if it is not of now. */
    private String advertised(JsonNode answer) {
        return AdvertAge.of(answer, remote.moments())
                .map(age -> "Advertised %s ago; what was booked since is still listed.\n".formatted(age))
                .orElse("");
    }
}
