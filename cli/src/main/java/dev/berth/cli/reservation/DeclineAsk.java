package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth decline}. */
public final class DeclineAsk implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    public DeclineAsk(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Declines an ask for flexibility: your reservation stays as it is. An ask that is not answered expires, and nothing changes either.",
                "Declines what an entry of the waiting list was served: it is cancelled free of charge, and offered to the next.");
        syntax.parameter("ID", "Ask, such as q3, or entry of the waiting list, such as e3", value -> id = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (WaitText.isEntry(id)) {
            String entry = WaitText.COLLECTION + "/" + Remote.encoded(id) + "/decline";
            return remote.show(
                    () -> remote.service().change("POST", entry, null, idempotencyKey.value()),
                    declined -> "Declined %s; %s is cancelled free of charge%n"
                            .formatted(id, AnswerText.text(declined, "reservation")));
        }
        String path = AskText.COLLECTION + "/" + Remote.encoded(id) + "/decline";
        return remote.show(
                () -> remote.service().change("POST", path, null, idempotencyKey.value()),
                ask -> "Declined %s; %s stays as it is%n".formatted(id, AnswerText.text(ask, "reservation")));
    }
}
