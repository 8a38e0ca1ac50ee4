package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;

/** {@code berth series cancel}. */
final class SeriesCancel implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    SeriesCancel(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Cancels all occurrences of a series that have not ended.");
        syntax.parameter("ID", "Series, such as s1", value -> id = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service().change("DELETE", "/series/" + Remote.encoded(id), null, idempotencyKey.value()),
                series -> new SeriesText(remote.moments()).text("Cancelled series ", series));
    }
}
