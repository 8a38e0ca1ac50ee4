package dev.berth.cli.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.host.Executables;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.fence.Fences;
import dev.berth.cli.run.place.CommandGroups;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.ThisMachine;
import dev.berth.cli.run.place.UserScope;
import dev.berth.cli.run.slurm.SlurmPlace;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.engine.model.ReservationId;
import dev.berth.wire.ReservationName;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The places where commands can run, by what {@code --via} calls them.
 *
 * @param service of the reservations; it also knows by which name a cluster has them
 * @param say tells the user something
 */
public record Places(Environment environment, Supplier<ServiceClient> service, Consumer<String> say) {
    /** Processes of this machine. */
    public static final String HERE = "";

    public static final String SLURM = "slurm";

    /** The service looks at the cluster every few seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Reads what somebody wrote after {@code --via}. */
    public static String read(String text) {
        if (!text.equals(SLURM)) {
            throw new BadInput(
                    "--via: \"%s\" is unknown; write --via slurm, or leave it out to use this machine".formatted(text));
        }
        return text;
    }

    public Place via(String name) {
        return name.equals(SLURM)
                ? new SlurmPlace(
                        UserSlurm.of(environment),
                        this::inCluster,
                        RunFiles.of(environment).directory(),
                        environment.streams(),
                        say,
                        PATIENCE)
                : here(new Executables(environment.variable("PATH")));
    }

    private Place here(Executables executables) {
        String runtimeDirectory = environment.variable("XDG_RUNTIME_DIR");
        return new ThisMachine(
                executables,
                CommandGroups.ofThisMachine(executables, runtimeDirectory),
                Fences.ofThisMachine(UserScope.limiting(executables, runtimeDirectory)));
    }

    private String inCluster(String reservation) {
        String site = service.get().send("GET", "/health").json().path("site").asText();
        return new ReservationName(site).of(new ReservationId(Long.parseLong(reservation.substring(1))));
    }
}
