package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.deal.DealOperations;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.UseText;

/** {@code berth show}. */
public final class Show implements ShellCommand {
    private final Remote remote;

    private String id = "";

    public Show(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows one reservation, queued request, series of recurring reservations, opportunistic job, ask for flexibility, or deal of a broker.");
        syntax.parameter(
                "ID",
                "Reservation, such as r17, series, such as s1, opportunistic job, such as o3, ask, such as q3, or deal, such as d4",
                value -> id = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        if (DealOperations.isDeal(id)) {
            return DealOperations.show(remote, id);
        }
        if (SeriesText.isSeries(id)) {
            return remote.show(
                    () -> remote.service().send("GET", "/series/" + Remote.encoded(id)),
                    answer -> new SeriesText(remote.moments()).text("series ", answer));
        }
        if (OpportunistText.isOpportunist(id)) {
            return remote.show(
                    () -> remote.service().send("GET", OpportunistText.COLLECTION + "/" + Remote.encoded(id)),
                    new OpportunistText(remote.moments())::text);
        }
        if (AskText.isAsk(id)) {
            return remote.show(
                    () -> remote.service().send("GET", AskText.COLLECTION + "/" + Remote.encoded(id)),
                    new AskText(remote.moments())::text);
        }
        return remote.show(
                () -> remote.service().send("GET", "/reservations/" + Remote.encoded(id)),
                answer -> new AnswerText(remote.moments()).reservation(answer) + use());
    }

    /** How it was used, as far as that was measured and may be seen; services that are older than this program do not know. */
    private String use() {
        try {
            Reply reply = remote.service().withoutWaiting().send("GET", "/reservations/" + Remote.encoded(id) + "/use");
            return reply.isGood() ? new UseText(remote.moments()).text(reply.json()) : "";
        } catch (Failed e) {
            return "";
        }
    }
}
