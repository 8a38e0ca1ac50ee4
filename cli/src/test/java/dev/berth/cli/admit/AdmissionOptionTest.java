package dev.berth.cli.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.model.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code berth admit --admission}. */
class AdmissionOptionTest {
    @TempDir
    private Path work;

    /** One server. To take b, which has no time to lose, a waits for three seconds: its deadline allows it. */
    @ParameterizedTest
    @ValueSource(strings = {"ff-hu", "ff-ha-plus", "earliest", "level", "prompt", "terms"})
    void replan_movesWhatWaits(String policy) throws IOException {
        Inputs inputs = new Inputs(work).pools("pool,servers,rate\none,1,1\n").jobs("""
                id,submit,ready,work,deadline
                a,0,1,4,20
                b,0,1,3,4
                """);

        assertThat(inputs.admit("--policy", policy).code()).isZero();
        assertThat(inputs.placements()).isEqualTo("""
                id,decision,pool,servers,start,end,reason
                a,accepted,one,0,1,5,
                b,refused,,,,,no-capacity
                """);

        Ran ran = inputs.admit("--policy", policy, "--admission", "replan", "--json");
        assertThat(ran.code()).isZero();
        assertThat(inputs.placements()).isEqualTo("""
                id,decision,pool,servers,start,end,reason
                a,accepted,one,0,4,8,
                b,accepted,one,0,1,4,
                """);
        assertThat(ran.out()).contains("\"admission\" : \"replan\"");
        assertThat(GoldenTest.figure(ran.out(), "meanWaitSeconds")).isCloseTo(1.5, Offset.offset(1e-9));
        assertThat(GoldenTest.figure(ran.out(), "utilisation")).isCloseTo(7 / 8.0, Offset.offset(1e-9));
    }

    /** A user's admission policy, as if from BERTH_CLASS_PATH. */
    public static final class NoAnswerButNo implements AdmissionPolicy {
        public NoAnswerButNo(AdmissionContext context) {}

        @Override
        public Admission admit(Attempt attempt) {
            return new Outcome.Unplaced(new Refusal.TooCostly(0));
        }
    }

    @Test
    void admissionMayBeAClass() throws IOException {
        Inputs inputs = new Inputs(work).pools(Inputs.POOLS).jobs(Inputs.JOBS);

        Ran ran = inputs.admit("--admission", NoAnswerButNo.class.getName());

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("\nadmission       " + NoAnswerButNo.class.getName() + "\n");
        assertThat(inputs.placements()).contains("too-costly").doesNotContain("accepted");
    }

    @Test
    void unknownAdmission_isBadUsage() throws IOException {
        Ran ran = new Inputs(work).pools(Inputs.POOLS).jobs(Inputs.JOBS).admit("--admission", "best");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .containsSubsequence("--admission: \"best\"", "direct, replan,")
                .endsWith("or a class on the class path\n");
    }
}
