package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** ahuja's workload with several percentages reserved in advance. Run r has the same jobs for every scheduler. */
record AhujaSweep(AhujaReading reading, List<AhujaWay> ways, int runs, int jobs, long seed) {
    /** Number of runs: the paper's at its scale. */
    static final PlannedRuns RUNS =
            new PlannedRuns(2, 20, 300, "at scale paper the paper's own 300; at scale quick twenty, for a look");

    static final List<Integer> PERCENTAGES = List.of(0, 10, 20, 30);

    static AhujaSweep of(Options options) {
        return new AhujaSweep(
                AhujaReading.of(options),
                AhujaWay.all(options),
                options.runs(RUNS),
                Math.max(AhujaWorkload.USERS, options.jobsOr(500, AhujaWorkload.JOBS, AhujaWorkload.JOBS)),
                options.seed());
    }

    /** Only what the claims compare. */
    AhujaSweep ofClaims() {
        return new AhujaSweep(reading, List.of(AhujaWay.ARWP, reading.dpsar()), runs, jobs, seed);
    }

    List<Cell<AhujaRun>> cells() {
        List<Cell<AhujaRun>> cells = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            long runSeed = Options.runSeed(seed, run);
            for (int percent : PERCENTAGES) {
                for (AhujaWay way : ways) {
                    cells.add(new Cell<>(
                            way.key(percent, run),
                            new AhujaTask(jobs, runSeed, reading.ofRuns(), way.order(), way.policy(), percent)));
                }
            }
        }
        return cells;
    }

    Map<String, String> settings(Options options) {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put("jobs a run", jobs + " of " + AhujaWorkload.USERS + " users, all at once");
        settings.put("resources", "5 PEs of 417 MIPS, 4 of 515, 13 of 380, 16 of 410, 9 of 377");
        settings.put(
                "priorities",
                "ten levels, %d apart, equally many users each; SD %d, N %d, %s"
                        .formatted(
                                reading.prioritySteps(),
                                reading.rules().significantDifference(),
                                reading.rules().most(),
                                reading.rules().sorting()));
        settings.put(
                "lengths",
                "uniform; all together %s of what the resources can do in a day"
                        .formatted(Double.toString(reading.load())));
        settings.put(
                "advance reservations",
                String.format(Locale.ROOT, "start uniform in the next %.0f h", reading.startsWithin() / 3_600_000.0));
        if (!options.policies().isEmpty()) {
            settings.put("policies", String.join(", ", options.policies()));
        }
        return settings;
    }
}
