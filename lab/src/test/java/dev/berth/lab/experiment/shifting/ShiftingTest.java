package dev.berth.lab.experiment.shifting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Verdict;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShiftingTest {
    private static final Shifting SHIFTING = new Shifting();

    @TempDir
    Path directory;

    @Test
    void smokeRun_savesWithSlack_nothingWithout_andNeverBeatsTheBound() throws Exception {
        Options options = Options.of(Scale.SMOKE, 1);
        Map<String, Measures> results = new ExperimentRunner(1)
                .run(
                        SHIFTING.cells(options),
                        SHIFTING.measures(),
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
        for (int run = 0; run < 2; run++) {
            Measures soon = results.get("SOON 0.5 24.0 " + run);
            Measures cheap = results.get("CHEAP 0.5 24.0 " + run);
            assertThat(cheap.get(ShiftingSweep.PRICE))
                    .isLessThan(soon.get(ShiftingSweep.PRICE))
                    .isGreaterThanOrEqualTo(cheap.get(ShiftingSweep.BOUND));
            assertThat(results.get("CHEAP 0.5 0.0 " + run).get(ShiftingSweep.PRICE))
                    .isEqualTo(results.get("SOON 0.5 0.0 " + run).get(ShiftingSweep.PRICE));
        }
        Figure figure = SHIFTING.figure(options, results);
        assertThat(figure.panels()).hasSize(3);
        assertThat(figure.claims()).extracting(Claim::verdict).doesNotContain(Verdict.FAILS);
    }

    @Test
    void jobsByDay_areSubmittedInWorkingHours_atTheLoadThatIsNamed() {
        ShiftingJobs jobs = new ShiftingJobs(ShiftingSweep.SERVERS, 0.5, 24, true, 1);
        double work = 0;
        ShiftingJobs.Submitted last = jobs.next();
        for (int i = 0; i < 20_000; i++) {
            last = jobs.next();
            long hour = last.submit() % ShiftingJobs.DAY / ShiftingJobs.HOUR;
            assertThat(hour).isBetween(8L, 17L);
            work += (double) last.servers() * last.duration();
        }
        assertThat(work / last.submit() / ShiftingSweep.SERVERS).isBetween(0.48, 0.52);
    }
}
