package dev.berth.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverrunSimulationTest {
    private static final List<Pool> ONE = List.of(new Pool("only", 1, "1"));
    private static final Window SPAN = new Window(0, 1_000_000);

    /** A seed by which the first of three jobs overruns and the others do not. */
    private static long seed() {
        for (long seed = 0; ; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double first = random.nextDouble();
            random.nextDouble();
            double second = random.nextDouble();
            random.nextDouble();
            if (first < OverrunSimulation.SHARE
                    && second >= OverrunSimulation.SHARE
                    && random.nextDouble() >= OverrunSimulation.SHARE) {
                return seed;
            }
        }
    }

    /** How long the first job takes beyond its 10,000. */
    private static long more() {
        SplittableRandom random = new SplittableRandom(seed());
        random.nextDouble();
        return (long) (random.nextDouble() * OverrunSimulation.MOST * 10_000);
    }

    /** a runs for 0 to 10,000 and needs more; b is to follow at 10,000 and may end by 60,000; c comes when all is over. */
    private static OverrunResult run(OverrunPolicy policy) {
        List<Arrival> arrivals = List.of(
                new Arrival(0, Job.of("a", 0, 10_000, 10_000)),
                new Arrival(0, Job.of("b", 0, 10_000, 60_000)),
                new Arrival(900_000, Job.of("c", 900_000, 10_000, 990_000)));
        return OverrunSimulation.run("ff-hu", policy, ONE, arrivals.iterator(), 3, 0, SPAN, seed());
    }

    @Test
    void ended_isNotFinished() {
        assertThat(run(OverrunPolicy.KILL)).isEqualTo(new OverrunResult(0, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void extended_onlyIfFree() {
        assertThat(run(OverrunPolicy.EXTEND_IF_FREE)).isEqualTo(new OverrunResult(0, 1, 0, 0, 0, 0, 0));
    }

    /** b starts later by what a needs more: one of two starts is late (c has not started yet). */
    @Test
    void pushed_movesTheNext() {
        assertThat(run(OverrunPolicy.PUSH)).isEqualTo(new OverrunResult(0, 1, 1, 0, 1, 0.5, 0));
    }

    /** The rest of a runs after b: a pause of 10 seconds. */
    @Test
    void migrated_continuesAfterTheNext() {
        OverrunResult result = run(OverrunPolicy.MIGRATE);
        assertThat(result.finished()).isEqualTo(1);
        assertThat(result.pauseHours()).isCloseTo(10.0 / 3600, within(1e-9));
        assertThat(result.moves()).isZero();
        assertThat(result.late()).isZero();
        assertThat(more()).isBetween(1L, 5_000L);
    }

    /** Random jobs: the same ask for more under every policy, those that are pushed are in time, and all that migrate finish. */
    @ParameterizedTest
    @ValueSource(strings = {"ff-hu", "ff-ha-plus", "level"})
    void random_keepsItsPromises(String calendar) {
        List<Pool> pools = List.of(new Pool("slow", 4, "0.5"), new Pool("fast", 4, "1"));
        OverrunResult killed = random(calendar, OverrunPolicy.KILL, pools);
        OverrunResult extended = random(calendar, OverrunPolicy.EXTEND_IF_FREE, pools);
        OverrunResult pushed = random(calendar, OverrunPolicy.PUSH, pools);
        OverrunResult migrated = random(calendar, OverrunPolicy.MIGRATE, pools);
        assertThat(killed.overruns()).as("seed 3").isGreaterThan(50);
        assertThat(killed.finished()).isZero();
        assertThat(extended.finished()).isBetween(0.05, 0.99);
        assertThat(extended.moves()).isZero();
        assertThat(pushed.finished()).isGreaterThan(extended.finished());
        assertThat(pushed.missed()).isZero();
        assertThat(pushed.late()).isPositive();
        assertThat(migrated.finished()).isEqualTo(1);
        assertThat(migrated.pauseHours()).isPositive();
        assertThat(migrated.loss()).isGreaterThanOrEqualTo(killed.loss());
    }

    private static OverrunResult random(String calendar, OverrunPolicy policy, List<Pool> pools) {
        int jobs = 1_500;
        Window span = Simulation.span(new CastilloWorkload(pools, 0.8, 20, 3), jobs, 300);
        return OverrunSimulation.run(
                calendar, policy, pools, new CastilloWorkload(pools, 0.8, 20, 3), jobs, 300, span, 3);
    }
}
