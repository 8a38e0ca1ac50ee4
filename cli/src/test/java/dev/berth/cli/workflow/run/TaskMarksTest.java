package dev.berth.cli.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.host.Executables;
import dev.berth.cli.run.Places;
import dev.berth.cli.run.place.CommandGroups;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.ThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskMarksTest {
    private final Place here = new ThisMachine(new Executables("/usr/bin"), CommandGroups.NONE);

    @TempDir
    Path logs;

    /** A job of Slurm is not found among the processes of this machine, and would run a second time. */
    @Test
    void resumedElsewhere_isRefused() throws InterruptedException {
        new TaskMarks(logs, Places.SLURM).begin(0);

        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> new TaskMarks(logs, Places.HERE).endAll(here, Duration.ZERO))
                .withMessageContaining("resume with --via slurm");
        new TaskMarks(logs, Places.SLURM).end(0);
        new TaskMarks(logs, Places.HERE).begin(0);
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> new TaskMarks(logs, Places.SLURM).endAll(here, Duration.ZERO))
                .withMessageContaining("resume without --via");
        new TaskMarks(logs, Places.HERE).endAll(here, Duration.ZERO);
        assertThat(logs).isEmptyDirectory();
    }

    @Test
    void runner_isTheSameWhenResumed_evenIfItsFileWasLeftEmpty() throws IOException {
        Files.createFile(logs.resolve("runner"));

        String runner = new TaskMarks(logs, Places.HERE).runner();

        assertThat(runner).isNotEmpty();
        assertThat(new TaskMarks(logs, Places.HERE).runner()).isEqualTo(runner);
    }
}
