package dev.berth.cli.reservation;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.CancelOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth cancel}. */
@Command(name = "cancel", description = "Cancels a reservation, or with --dry-run says what that would cost.")
public final class Cancel implements Callable<Integer> {
    @Mixin
    private final CancelOptions options;

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    public Cancel(Environment environment) {
        this.options = new CancelOptions(environment);
    }

    @Override
    public Integer call() {
        return options.cancel("/reservations", id);
    }
}
