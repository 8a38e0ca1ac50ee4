package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Options.SimulatedSystem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedRunsTest {
    private static final PlannedRuns RUNS = new PlannedRuns(2, 12, 48, "eight is too few").deciding(16);

    @ParameterizedTest
    @CsvSource({
        "SMOKE,,false",
        "SMOKE,3,true",
        "QUICK,,true",
        "QUICK,15,true",
        "QUICK,16,false",
        "PAPER,,false",
        "PAPER,8,true"
    })
    void runsThatDecideLittle_areNamedBeforeTheyStart(Scale scale, Integer runs, boolean few) {
        Options options = new Options(scale, 1, null, runs, List.of(), SimulatedSystem.PAPERS);
        Optional<String> said = RUNS.tooFew(options);
        assertThat(said.isPresent()).isEqualTo(few);
        said.ifPresent(sentence ->
                assertThat(sentence).startsWith(options.runs(RUNS) + " runs ").contains("16", "48", "--runs 16"));
    }

    @Test
    void whatWasNotMeasured_isNotSaid() {
        assertThat(new PlannedRuns(2, 3, 4, "x").tooFew(Options.of(Scale.QUICK, 1)))
                .isEmpty();
    }
}
