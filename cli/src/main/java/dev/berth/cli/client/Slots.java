package dev.berth.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Environment;
import dev.berth.cli.ExitCode;
import dev.berth.cli.provision.SlotTable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth slots}. */
@Command(
        name = "slots",
        description = {
            "Shows what a site advertises: which of its servers are free, from when, for how long and at what price. With a FILE,"
                    + " what the sites in it would advertise; without, what the service does.",
            "",
            "FILE is JSON: {\"sites\": [{\"id\": \"north\", \"servers\": 64, \"rate\": 1, \"perServerHour\": \"0.50\","
                    + " \"reserved\": [{\"from\": 3600, \"to\": 7200, \"servers\": 40}],"
                    + " \"queue\": [{\"servers\": 8, \"seconds\": 1800}]}]}. Times are in seconds from now; a site may give its"
                    + " \"slots\" instead. A slot that ends where a reservation begins is sold as a whole; one at the end of"
                    + " what is advertised also in parts, and for longer.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  berth slots sites.json",
            "  berth slots --server http://127.0.0.1:7117 --pool fast"
        })
public final class Slots implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The sites; - is standard input.")
    private @Nullable String file;

    @Option(names = "--pool", paramLabel = "POOL", description = "Of the service, only this one.")
    private @Nullable String pool;

    @Option(names = "--from", paramLabel = "TIME", description = "Of the service, what is free from then on.")
    private @Nullable String from;

    @Option(
            names = "--gaps",
            paramLabel = "HOW",
            description = "Of the service: whole, which it is unless told, or parts, what is before a reservation.")
    private @Nullable String gaps;

    public Slots(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        if (file != null) {
            remote.out().print(SlotTable.of(file, remote.environment().streams(), remote.isJson()));
            return ExitCode.DONE;
        }
        String query = new Query()
                .with("pool", pool)
                .with(
                        "from",
                        from == null
                                ? null
                                : remote.moments().parse("--from", from).toString())
                .with("gaps", gaps)
                .toString();
        return remote.show(() -> remote.service().send("GET", "/slots" + query), this::words);
    }

    private String words(JsonNode answer) {
        if (answer.path("slots").isEmpty()) {
            return "nothing is free\n";
        }
        Words words = new Words(remote.moments());
        Columns columns = new Columns("POOL", "START", "END", "SERVERS", "SERVER-HOUR", "SOLD");
        for (JsonNode slot : answer.path("slots")) {
            columns.row(
                    Words.text(slot, "pool"),
                    words.time(slot, "start"),
                    words.time(slot, "end"),
                    Words.text(slot, "servers"),
                    Words.text(slot, "serverHour"),
                    SlotTable.sold(
                            slot.path("divisible").asBoolean(),
                            slot.path("extensible").asBoolean()));
        }
        String more =
                answer.has("more") ? Words.text(answer, "more") + " later ones are left out; name a --pool\n" : "";
        return columns + more + "Good until " + words.time(answer, "expires") + "; nothing is held.\n";
    }
}
