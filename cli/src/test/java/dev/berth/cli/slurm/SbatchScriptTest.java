package dev.berth.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.cli.console.BadInput;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SbatchScriptTest {
    private static SbatchScript read(String... options) {
        StringBuilder text = new StringBuilder("#!/bin/bash\n");
        for (String each : options) {
            text.append("#SBATCH ").append(each).append('\n');
        }
        return SbatchScript.read("job.sh", text + "srun ./train\n");
    }

    @Test
    void read_takesLongAndShortOptions_withQuotesAndComments() {
        SbatchScript script = SbatchScript.read("job.sh", """
            #!/bin/bash -l
            # A comment
            #SBATCH --job-name="my run" --nodes=2   # how many
            #SBATCH -n 8 -c4
              # another

            #SBATCH --gres=gpu:a100:2,lustre:1 --mem 64G
            #SBATCH -L matlab@flex:2,comsol
            #SBATCH -t 1-12 --partition=gpu,long
            #SBATCH --output=%x.%j --mail-type=END
            #SBATCH -C 'nvlink&ib'
            srun ./train
            #SBATCH --nodes=99
            """);

        assertThat(script.name()).isEqualTo("my run");
        assertThat(script.nodes()).isEqualTo(2);
        assertThat(script.cores()).isEqualTo(16);
        assertThat(script.cards()).isEqualTo(2);
        assertThat(script.cardType()).isEqualTo("a100");
        assertThat(script.devices()).isEqualTo(Map.of("lustre", 1L));
        assertThat(script.memory()).isEqualTo(64 * 1024);
        assertThat(script.licences()).isEqualTo(Map.of("matlab", 2L, "comsol", 1L));
        assertThat(script.time()).contains(Duration.ofHours(36));
        assertThat(script.partition()).isEqualTo("gpu");
        assertThat(script.features()).containsExactly("ib", "nvlink");
        assertThat(script.ignored()).isEmpty();
        assertThat(script.takesParts()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "90, PT1H30M",
        "5:30, PT5M30S",
        "4:00:00, PT4H",
        "2-0, PT48H",
        "1-02:30, PT26H30M",
        "1-02:30:15, PT26H30M15S"
    })
    void time_hasTheFormsOfSlurm(String written, Duration expected) {
        assertThat(read("--time=" + written).time()).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "--gpus=4 --nodes=2, 2",
        "--gpus=5 --nodes=2, 3",
        "--gpus-per-node=a100:3, 3",
        "--gpus-per-task=1 --ntasks=4, 4",
        "--gpus-per-task=2 --ntasks=4 --nodes=2, 4",
        "-G 2, 2",
        "--gres=gpu, 1",
        "--gres=gres/gpu:3(S:0), 3",
        "--gres=gpu:a100, 1",
        "--gres=gpu:1 --gres=gpu:2, 2",
        "--gres=none, 0"
    })
    void cards_areThoseOfEachNode(String options, long expected) {
        assertThat(read(options).cards()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "--ntasks=8, 8",
        "--ntasks=9 --nodes=2, 5",
        "--ntasks-per-node=4 --nodes=3 --cpus-per-task=2, 8",
        "--cpus-per-task=6, 6",
        "--gpus=2 --cpus-per-gpu=8, 16",
        "--mem=4G, 0"
    })
    void cores_areThoseOfEachNode(String options, long expected) {
        assertThat(read(options).cores()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "--mem=4000, 4000",
        "--mem=1.5G, 1536",
        "--mem=2048K, 2",
        "--mem=1T, 1048576",
        "--mem-per-cpu=2G --ntasks=4, 8192",
        "--mem-per-gpu=10G --gpus=2, 20480",
        "--ntasks=4, 0"
    })
    void memory_isThatOfEachNode_inMebibytes(String options, long expected) {
        assertThat(read(options).memory()).isEqualTo(expected);
    }

    @Test
    void wholeNodes_areSaidByExclusiveOrAllMemory() {
        assertThat(read("--exclusive --gres=gpu:2").takesParts()).isFalse();
        assertThat(read("--mem=0 --gres=gpu:2").takesParts()).isFalse();
        assertThat(read("--nodes=2-4").takesParts()).isFalse();
        assertThat(read("--nodes=2-4").nodes()).isEqualTo(2);
    }

    @Test
    void optionsAboutNodesThatBerthChooses_areNamed() {
        assertThat(read("--time=5", "-w n[1-2] -x n9", "--reservation=mine").ignored())
                .containsExactly("--nodelist (line 3)", "--exclude (line 3)", "--reservation (line 4)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--nodes=many ; many",
                "--nodes=0 ; \"0\"",
                "--time=soon ; soon",
                "--time=0 ; --time",
                "--mem=lots ; lots",
                "--gres=gpu:a100:x ; a100:x",
                "--licenses=a|b ; --licenses",
                "--array=1-10 ; --array",
                "hetjob ; hetjob",
                "--constraint=a|b ; a|b"
            })
    void whatCannotBeBooked_isRefusedWithItsLine(String options, String named) {
        assertThatThrownBy(() -> read("--job-name=x", options))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("job.sh, line 3")
                .hasMessageContaining(named);
    }

    @Test
    void aFileThatIsNoScript_isRefused() {
        assertThatThrownBy(() -> SbatchScript.read("notes.txt", "#SBATCH --nodes=2\n"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("notes.txt");
        assertThatThrownBy(() -> SbatchScript.read("empty", "")).isInstanceOf(BadInput.class);
    }
}
