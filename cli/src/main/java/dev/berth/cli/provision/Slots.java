package dev.berth.cli.provision;

import dev.berth.cli.ExitCode;
import dev.berth.cli.Streams;
import dev.berth.cli.client.Columns;
import dev.berth.cli.replay.Json;
import dev.berth.cli.time.Spans;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth slots}. */
@Command(
        name = "slots",
        description = {
            "Shows what sites would advertise: which of their servers are free, from when, for how long and at what price.",
            "",
            "FILE is JSON: {\"sites\": [{\"id\": \"north\", \"servers\": 64, \"rate\": 1, \"perServerHour\": \"0.50\","
                    + " \"reserved\": [{\"from\": 3600, \"to\": 7200, \"servers\": 40}],"
                    + " \"queue\": [{\"servers\": 8, \"seconds\": 1800}]}]}. Times are in seconds from now; a site may give its"
                    + " \"slots\" instead. A slot that ends where a reservation begins is sold as a whole; one at the end of"
                    + " what is advertised also in parts, and for longer.",
            ""
        },
        footer = {"", "Example:", "  berth slots sites.json"})
public final class Slots implements Callable<Integer> {
    private final Streams streams;

    @Parameters(paramLabel = "FILE", description = "The sites; - is standard input.")
    private String file = "";

    @Option(names = "--json", description = "The slots as JSON.")
    private boolean json;

    public Slots(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        List<SlotRow> slots = SlotRow.of(SitesInput.read(file, streams));
        if (json) {
            streams.out().println(Json.of(slots));
            return ExitCode.DONE;
        }
        Columns columns =
                new Columns("slot", "site", "start", "servers", "duration", "server-hour", "fixed", "sold", "cost");
        for (SlotRow slot : slots) {
            columns.row(
                    slot.slot(),
                    slot.site(),
                    span(slot.start()),
                    slot.servers(),
                    span(slot.seconds()),
                    slot.perServerHour(),
                    slot.fixedCost(),
                    slot.extensible() ? "in parts, and for longer" : slot.divisible() ? "in parts" : "as a whole",
                    slot.cost());
        }
        streams.out().print(columns);
        return ExitCode.DONE;
    }

    static String span(BigDecimal seconds) {
        return Spans.text(Duration.ofMillis(seconds.movePointRight(3).longValue()));
    }
}
