package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PriceText;

/** {@code berth accept}. */
public final class AcceptAsk implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";
    private boolean dryRun;

    public AcceptAsk(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Accepts an ask for flexibility: your reservation gets the later deadline and the lower price. berth requests lists the asks for you.");
        syntax.parameter("ID", "Ask, such as q3", value -> id = value);
        syntax.flag("--dry-run", "Change nothing; show what would change", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth accept q3 --dry-run", "berth accept q3");
    }

    @Override
    public int run() {
        String path = AskText.COLLECTION + "/" + Remote.encoded(id) + "/accept" + (dryRun ? "?dryRun=true" : "");
        return remote.show(() -> remote.service().change("POST", path, null, idempotencyKey.value()), this::words);
    }

    private String words(JsonNode answer) {
        return "%s %s. %s%s"
                .formatted(
                        dryRun ? "Would accept" : "Accepted",
                        id,
                        PriceText.quote(answer.path("quote")),
                        new AnswerText(remote.moments()).reservation(answer.path("reservation")));
    }
}
