package dev.berth.cli.lab;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;

/** {@code berth lab}, with its subcommands. */
public final class Lab {
    private Lab() {}

    public static Commands commands(Environment environment) {
        Streams streams = environment.streams();
        return new Commands("berth lab", "Repeats the experiments of the papers and checks their claims")
                .add("list", "Lists the experiments", () -> new LabList(streams))
                .add("run", "Runs experiments", () -> new LabRun(environment))
                .add("compare", "Compares all policies on the same jobs", () -> new LabCompare(streams))
                .add("backfill", "Replays a log through queues with backfilling", () -> new LabBackfill(streams))
                .add("levels", "Shows the levels of heterogeneity", () -> new LabLevels(streams))
                .add("jobs", "Writes a workload as a file of jobs", () -> new LabJobs(streams));
    }
}
