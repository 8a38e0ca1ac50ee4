package dev.berth.cli.provision;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.provision.booking.PlanBooking;
import dev.berth.provision.plan.ProvisionPlan;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Books a plan under a name, so that the command can be repeated if it was interrupted. */
final class NamedBooking {
    private static final int LONGEST = 100;

    private final Streams streams;
    private final @Nullable String given;
    private final String name;
    private final PlanBooking booking;

    /** Reservations booked under a name, as {@code --json} writes them. */
    private record Booked(String booking, List<PlanBooking.Share> booked) {}

    /**
     * Under a given name, or a new one.
     *
     * @param epoch when the times of the plan begin to count
     */
    NamedBooking(Environment environment, List<String> services, long epoch, @Nullable String given) {
        if (given != null && (given.isBlank() || given.length() > LONGEST)) {
            throw new BadInput("--booking: must be a name of 1 to %d characters".formatted(LONGEST));
        }
        this.streams = environment.streams();
        this.given = given;
        this.name = given == null ? UUID.randomUUID().toString() : given;
        this.booking = new PlanBooking(name, RemoteSites.books(environment, services, epoch));
    }

    /** Brings what was begun under the name to its end; whether all of it is booked then, which is printed. */
    boolean isBookedBefore(boolean json) {
        Optional<List<PlanBooking.Share>> before = given == null ? Optional.empty() : booking.settle();
        before.ifPresent(shares -> {
            if (json) {
                streams.out().println(RecordJson.of(new Booked(name, shares)));
                return;
            }
            streams.out().println("Booked before as " + name + "; nothing else is booked");
            shares.forEach(share ->
                    streams.out().printf("%s: %s%n", share.site(), String.join(", ", share.receipts())));
        });
        return before.isPresent();
    }

    /** The receipts of all purchases; empty if a service refuses, which is printed. */
    Optional<List<String>> book(String label, ProvisionPlan plan, RemoteSites remote) {
        if (given == null) {
            streams.err().println("If this is interrupted, repeat the command with --booking " + name);
        }
        return switch (booking.book(label, plan, remote.availability(), remote.places())) {
            case PlanBooking.Result.Booked booked -> Optional.of(booked.receipts());
            case PlanBooking.Result.NotBooked refused -> {
                streams.err()
                        .printf("Refused: %s: %s; nothing is booked, so try again%n", refused.site(), refused.reason());
                yield Optional.empty();
            }
        };
    }
}
