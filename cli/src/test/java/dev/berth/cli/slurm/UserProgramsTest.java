package dev.berth.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.cli.console.Failed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Any program will do: what is tested is how its output is read. */
final class UserProgramsTest {
    private static final int MOST = 1 << 20;

    private final UserPrograms programs = new UserPrograms(System.getenv(), MOST);

    @Test
    void ask_outputUpToTheLimit_isReadWhole() {
        UserPrograms.Said said = programs.ask(List.of("head", "-c", Integer.toString(MOST), "/dev/zero"));

        assertThat(said.isGood()).isTrue();
        assertThat(said.out()).hasSize(MOST);
    }

    @Test
    void ask_moreThanTheLimit_failsAndSaysSo() {
        List<String> words = List.of("head", "-c", Integer.toString(MOST + 1), "/dev/zero");

        assertThatThrownBy(() -> programs.ask(words))
                .isInstanceOf(Failed.class)
                .hasMessageContainingAll("program head", "more than 1 MB");
    }

    /** Whatever sbatch finds around it goes with the job. */
    @Test
    void ask_theTokenOfTheUser_isNotPassedOn() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put("BERTH_TOKEN", "secret");
        variables.put("OTHER", "open");

        UserPrograms.Said said =
                new UserPrograms(variables, MOST).ask(List.of("sh", "-c", "echo ${BERTH_TOKEN-none} $OTHER"));

        assertThat(said.out()).isEqualTo("none open\n");
    }

    @Test
    void ask_bothStreams_areKeptApart() {
        UserPrograms.Said said =
                programs.ask(List.of("sh", "-c", "cat; echo squeue: error: none >&2"), Map.of(), "given");

        assertThat(said.out()).isEqualTo("given");
        assertThat(said.trouble()).isEqualTo("none");
    }
}
