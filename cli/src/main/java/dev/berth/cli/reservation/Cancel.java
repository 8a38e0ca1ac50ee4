package dev.berth.cli.reservation;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Cancelling;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth cancel}. */
@Command(name = "cancel", description = "Cancels a reservation, or with --dry-run says what that would cost.")
public final class Cancel implements Callable<Integer> {
    @Mixin
    private final Cancelling cancelling;

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    public Cancel(Environment environment) {
        this.cancelling = new Cancelling(environment);
    }

    @Override
    public Integer call() {
        return cancelling.cancel("/reservations", id);
    }
}
