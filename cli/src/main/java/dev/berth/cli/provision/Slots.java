package dev.berth.cli.provision;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import org.jspecify.annotations.Nullable;

/** {@code berth slots}. */
public final class Slots implements ShellCommand {
    private final Environment environment;

    private final AdvertisedSlots advertised;

    private @Nullable String file;

    public Slots(Environment environment) {
        this.environment = environment;
        this.advertised = new AdvertisedSlots(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists the slots that a site advertises: free servers with their start, end and price. With FILE, the slots of the sites in the file; without, those of the service.",
                "FILE is JSON: {\"sites\": [{\"id\": \"north\", \"servers\": 64, \"rate\": 1, \"perServerHour\": \"0.50\", \"reserved\": [{\"from\": 3600, \"to\": 7200, \"servers\": 40}], \"queue\": [{\"servers\": 8, \"seconds\": 1800}]}]}. Times are seconds from now. A site may list its \"slots\" instead. A slot that ends where a reservation begins is sold as a whole; the last slot of a server is also sold in parts, and for longer.");
        syntax.parameter("FILE", "Sites file; - reads standard input", value -> file = value)
                .optional();
        advertised.declare(syntax);
        syntax.examples("berth slots sites.json", "berth slots --server http://127.0.0.1:7117 --pool fast");
    }

    @Override
    public int run() {
        if (file == null) {
            return advertised.show();
        }
        environment.streams().out().print(SlotTable.of(file, environment.streams(), advertised.isJson()));
        return ExitCode.DONE;
    }
}
