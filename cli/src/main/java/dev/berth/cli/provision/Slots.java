package dev.berth.cli.provision;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
    private final Environment environment;

    @Mixin
    private final AdvertisedSlots advertised;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The sites; - is standard input.")
    private @Nullable String file;

    public Slots(Environment environment) {
        this.environment = environment;
        this.advertised = new AdvertisedSlots(environment);
    }

    @Override
    public Integer call() {
        if (file == null) {
            return advertised.show();
        }
        environment.streams().out().print(SlotTable.of(file, environment.streams(), advertised.isJson()));
        return ExitCode.DONE;
    }
}
