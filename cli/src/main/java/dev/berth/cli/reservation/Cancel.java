package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.deal.DealOperations;
import dev.berth.cli.remote.CancelOptions;

/** {@code berth cancel}. */
public final class Cancel implements ShellCommand {
    private final CancelOptions options;

    private String id = "";

    public Cancel(Environment environment) {
        this.options = new CancelOptions(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Cancels a reservation, all occurrences of a series, an opportunistic job, an ask for flexibility, an entry of the waiting list, or all parts of a deal. --dry-run shows what that would cost.");
        syntax.parameter(
                "ID",
                "Reservation, such as r17, series, such as s1, opportunistic job, such as o3, ask, such as q3, entry of the waiting list, such as e3, or deal, such as d4",
                value -> id = value);
        options.declare(syntax);
    }

    @Override
    public int run() {
        if (DealOperations.isDeal(id)) {
            return DealOperations.cancel(options, id);
        }
        if (OpportunistText.isOpportunist(id)) {
            return options.cancelFree(OpportunistText.COLLECTION, id, job -> "Withdrew %s%n".formatted(id));
        }
        if (AskText.isAsk(id)) {
            return options.cancelFree(AskText.COLLECTION, id, ask -> "Withdrew %s%n".formatted(id));
        }
        if (WaitText.isEntry(id)) {
            return options.cancelFree(WaitText.COLLECTION, id, entry -> "Took %s off the waiting list%n".formatted(id));
        }
        return SeriesText.isSeries(id)
                ? options.cancelSeries(
                        id, series -> new SeriesText(options.moments()).text("Cancelled series ", series))
                : options.cancel("/reservations", id);
    }
}
