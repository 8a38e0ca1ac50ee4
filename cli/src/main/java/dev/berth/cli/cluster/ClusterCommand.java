package dev.berth.cli.cluster;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth cluster}, with its subcommands. */
public final class ClusterCommand {
    private ClusterCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth cluster", "Shows the cluster that keeps the reservations")
                .add(
                        "status",
                        "Compares the reservations of the site with those in the cluster",
                        () -> new ClusterStatusCommand(environment))
                .add(
                        "release",
                        "Confirms that nodes which failed together are really down",
                        () -> new ClusterRelease(environment));
    }
}
