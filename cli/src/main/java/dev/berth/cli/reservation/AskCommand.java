package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Spans;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code berth ask}. */
public final class AskCommand implements ShellCommand {
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,4})?) ?%");
    private static final Pattern SHARE = Pattern.compile("[0-9](?:\\.[0-9]{1,6})?");

    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final ObjectNode request = JsonTree.object();

    private String id = "";
    private String deadline = "";
    private String expires = "";
    private boolean dryRun;

    public AskCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Asks the owner of a waiting reservation for a later deadline, at a discount (operator). Nothing changes unless the owner accepts with berth accept.",
                "The discount is never less than what the tariff gives an owner who relaxes the reservation unasked.");
        syntax.parameter("ID", "Reservation, such as r17", value -> id = value);
        syntax.text(
                "--deadline",
                "TIME",
                "New deadline, or how much later than the present one, such as +6h. Required",
                value -> deadline = value);
        syntax.text(
                "--discount",
                "SHARE",
                "Share of the price to take off, such as 20%. Default: that of the site",
                value -> request.put("discount", share(value)));
        syntax.text(
                "--expires",
                "TIME",
                "Until when it can be accepted, or for how long, such as 2h. Default: set by the site, at the latest the start",
                value -> expires = value);
        syntax.text("--reason", "TEXT", "Shown to the owner", value -> request.put("reason", value));
        syntax.flag("--dry-run", "Ask nobody; show what would be asked", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth ask r17 --deadline +6h --discount 20% --expires 2h");
    }

    @Override
    public int run() {
        if (deadline.isEmpty()) {
            throw new BadInput("Give the new deadline, such as --deadline +6h");
        }
        request.put("reservation", id).put("dryRun", dryRun);
        request.put("deadline", deadline().toString());
        if (!expires.isEmpty()) {
            request.put("expires", expiry().toString());
        }
        return remote.show(
                () -> remote.service().change("POST", AskText.COLLECTION, request, idempotencyKey.value()),
                this::words);
    }

    private Instant deadline() {
        if (!deadline.startsWith("+")) {
            return remote.moments().parse("--deadline", deadline);
        }
        JsonNode now = remote.service()
                .send("GET", "/reservations/" + Remote.encoded(id))
                .expected();
        if (!now.has("deadline")) {
            throw new BadInput("%s has no deadline that could be later; berth show %s".formatted(id, id));
        }
        return Instant.parse(AnswerText.text(now, "deadline"))
                .plus(Spans.positive("--deadline", deadline.substring(1)));
    }

    private Instant expiry() {
        return Spans.spoken(expires)
                .map(time -> remote.environment().clock().instant().plus(time))
                .orElseGet(() -> remote.moments().parse("--expires", expires));
    }

    /** A share as the API takes it. */
    static String share(String text) {
        Matcher percent = PERCENT.matcher(text.strip());
        if (percent.matches()) {
            return new BigDecimal(percent.group(1))
                    .movePointLeft(2)
                    .stripTrailingZeros()
                    .toPlainString();
        }
        if (!SHARE.matcher(text.strip()).matches()) {
            throw new BadInput(
                    "--discount: cannot read \"%s\" as a share of the price; try 20%% or 0.2".formatted(text));
        }
        return text.strip();
    }

    private String words(JsonNode ask) {
        return (dryRun ? "Would ask.\n" : "Asked. Nothing changes unless the owner accepts.\n")
                + new AskText(remote.moments()).text(ask);
    }
}
