package dev.berth.cli.lab;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Progress;
import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.AdmissionOption;
import dev.berth.cli.replay.Json;
import dev.berth.cli.replay.Replay;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Pool;
import dev.berth.lab.simulation.Scheduler;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;

/** {@code berth lab compare}. */
final class LabCompare implements Command {
    private static final int SERVERS = 120;
    private static final double SLACK_HOURS = 20;
    private static final double UNITS_PER_SECOND = 1000;
    private static final int JOBS_PER_REPORT = 256;
    private static final int MOST_JOBS = 100_000_000;
    private static final double MOST_LOAD = 100;

    private final Streams streams;

    private int jobs = 40_000;

    private double load = 0.9;

    private long seed = 1;

    private AdmissionOption admission = new AdmissionOption();

    private boolean json;

    LabCompare(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Replays the same jobs under every policy, without and with early starts, and compares the results.");
        syntax.integer("--jobs", "N", "Number of jobs", value -> jobs = value).byDefault("40000");
        syntax.decimal(
                        "--load",
                        "L",
                        "Work that arrives, as a share of what all servers can do",
                        value -> load = value.doubleValue())
                .byDefault("0.9");
        syntax.longInteger("--seed", "S", "Seed; the same seed gives the same jobs", value -> seed = value)
                .byDefault("1");
        admission.declare(syntax);
        syntax.flag("--json", "Print the comparison as JSON", () -> json = true);
    }

    @Override
    public int run() {
        if (jobs < 1 || jobs > MOST_JOBS) {
            throw new BadInput("--jobs: %d is out of range; it must be from 1 to %d".formatted(jobs, MOST_JOBS));
        }
        if (!(load > 0 && load <= MOST_LOAD)) {
            throw new BadInput(
                    "--load: %s is out of range; it must be above 0 and at most %.0f".formatted(load, MOST_LOAD));
        }
        String admitted = admission.name();
        List<Pool> pools = Level.L4.pools(SERVERS);
        if (!json) {
            streams.out().print(Comparison.introduction(jobs, pools, load, SLACK_HOURS, seed, admitted));
            streams.out().flush();
        }
        Comparison comparison = compare(pools);
        streams.out().print(json ? Json.of(comparison.all()) + "\n" : comparison.text());
        return ExitCode.DONE;
    }

    private Comparison compare(List<Pool> pools) {
        long all = 2L * jobs * Calendars.names().size();
        try (Progress progress = Progress.ofJobs("Replaying", all, streams.err())) {
            return new Comparison(replayAll(false, pools, progress), replayAll(true, pools, progress));
        }
    }

    private List<Summary> replayAll(boolean earlyStarts, List<Pool> pools, Progress progress) {
        List<Summary> summaries = new ArrayList<>();
        for (String policy : Calendars.names()) {
            long before = (long) jobs
                    * (summaries.size() + (earlyStarts ? Calendars.names().size() : 0));
            summaries.add(replay(new Scheduler(policy, admission.name(), earlyStarts), pools, progress, before));
        }
        return summaries;
    }

    private Summary replay(Scheduler scheduler, List<Pool> pools, Progress progress, long before) {
        CastilloWorkload workload = new CastilloWorkload(pools, load, SLACK_HOURS, seed);
        Replay replay = new Replay(scheduler, pools, UNITS_PER_SECOND, event -> {});
        for (int done = 0; done < jobs; done++) {
            Arrival arrival = workload.next();
            replay.decide(arrival.submit(), arrival.job());
            if (done % JOBS_PER_REPORT == 0) {
                progress.to(before + done);
            }
        }
        replay.finish();
        return replay.summary();
    }
}
