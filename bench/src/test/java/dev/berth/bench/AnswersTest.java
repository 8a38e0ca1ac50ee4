package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.bench.peer.YarnPlan;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The benchmarks notice a wrong answer before they time anything. */
class AnswersTest {
    private static final Pool POOL = new Pool("p", 2, "1");

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void steadyState_hasRightAnswers(String policy) {
        SteadyState state = SteadyState.of(policy, 12);
        assertThat(state.size()).isGreaterThan(50);
        assertThat(Stream.generate(state::next).limit(100).map(state::admit)).anyMatch(p -> p != null);
    }

    private static Placement placement(long start, long end, ServerSet servers) {
        return new Placement(new PoolId("p"), 1, new Window(start, end), servers);
    }

    private static Arrival arrival() {
        return new Arrival(0, Job.of("j", 5, 10, 30));
    }

    @Test
    void answerCheck_seesEveryKindOfWrongAnswer() {
        AnswerCheck check = new AnswerCheck(List.of(POOL));
        for (long[] wrong : new long[][] {{4, 14}, {25, 35}, {5, 16}}) {
            assertThatThrownBy(() -> check.add(arrival(), placement(wrong[0], wrong[1], ServerSet.EMPTY)))
                    .hasMessageContaining("wrong answer");
        }
        check.add(arrival(), placement(5, 15, ServerSet.EMPTY));
        check.add(arrival(), placement(14, 24, ServerSet.EMPTY));
        check.capacity();
        check.add(arrival(), placement(14, 24, ServerSet.EMPTY));
        assertThatThrownBy(check::capacity).hasMessageContaining("p is overbooked at 14");
    }

    @Test
    void slicesCheck_seesEveryKindOfWrongAnswer() {
        Parts parts = Parts.of(Part.sharedDevices("gpu", 2, 0), Part.amount("cores", 4));
        SlicesCheck check = new SlicesCheck(parts);
        assertThatThrownBy(() -> check.add(slice(3, 1), slicePlacement(3, 1, 4, 1)))
                .hasMessageContaining("wrong answer");
        assertThatThrownBy(() -> check.add(slice(3, 1), slicePlacement(3, 2, 5, 1)))
                .hasMessageContaining("wrong answer");
        assertThatThrownBy(() -> check.add(slice(3, 1), slicePlacement(3, 1, 5, 0)))
                .hasMessageContaining("has not 1 of gpu");
        check.add(slice(3, 1), slicePlacement(3, 1, 5, 1));
        check.add(slice(1, 1), slicePlacement(1, 1, 5, 2));
        check.capacity();
        SlicesCheck cores = new SlicesCheck(parts);
        cores.add(slice(3, 1), slicePlacement(3, 1, 5, 1));
        cores.add(slice(2, 1), slicePlacement(2, 1, 14, 2));
        assertThatThrownBy(cores::capacity).hasMessageContaining("0/cores is overbooked at 14");
        check.add(slice(0, 1), slicePlacement(0, 1, 6, 2));
        assertThatThrownBy(check::capacity).hasMessageContaining("0/gpu1 is overbooked at 6");
    }

    private static Slice parts(long cores, long gpus) {
        return Slice.of(cores == 0 ? Map.of("gpu", gpus) : Map.of("gpu", gpus, "cores", cores));
    }

    private static Arrival slice(long cores, long gpus) {
        return new Arrival(0, arrival().job().requiring(Requirements.slice(parts(cores, gpus))));
    }

    private static Placement slicePlacement(long cores, long gpus, long start, long devices) {
        return placement(start, start + 10, ServerSet.of(0))
                .withTaken(Taken.of(parts(cores, gpus), Devices.of(devices), Amounts.NONE));
    }

    @Test
    void answerCheck_seesAServerUsedTwice() {
        AnswerCheck check = new AnswerCheck(List.of(POOL));
        check.add(arrival(), placement(5, 15, ServerSet.of(1)));
        check.add(arrival(), placement(14, 24, ServerSet.of(1)));
        assertThatThrownBy(check::capacity).hasMessageContaining("p/1 is overbooked at 14");
    }

    @Test
    void yarnPlan_takesTheEarliestStart_andRefusesWhatDoesNotFit() {
        YarnPlan plan = new YarnPlan(1);
        assertThat(plan.reserve(1, 0, 10_000, 20_000, 1)).isTrue();
        assertThat(plan.reserve(2, 0, 10_000, 20_000, 1)).isTrue();
        assertThat(plan.placement(2)).contains(new YarnPlan.Placement(10_000, 20_000, 1));
        assertThat(plan.reserve(3, 0, 10_000, 20_000, 1)).isFalse();
        assertThat(plan.delete(1)).isTrue();
        assertThat(plan.delete(1)).isFalse();
        assertThat(plan.reserve(3, 0, 10_000, 20_000, 1)).isTrue();
        assertThat(plan.size()).isEqualTo(2);
    }
}
