package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth series show}. */
final class SeriesShow implements ShellCommand {
    private final Remote remote;

    private String id = "";

    SeriesShow(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Shows a series of recurring reservations: a row for each occurrence.");
        syntax.parameter("ID", "Series, such as s1", value -> id = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service().send("GET", "/series/" + Remote.encoded(id)),
                series -> new SeriesText(remote.moments()).text("Series ", series));
    }
}
