package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.calendar.Calendars;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The named safety properties of {@link SafetyProperties}, after every step of random command sequences: reserve,
 * change, cancel, finish early, add servers and pools, drain, fail, restore, advance, snapshot and restore.
 */
class SafetyTest {
    private static final int SEQUENCES = 400;
    private static final int LENGTH = 60;

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void randomSequences_keepEveryProperty(String policy) {
        List<String> modes = Admission.names();
        int[] kinds = new int[3];
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            String mode = modes.get((int) (seed % modes.size()));
            SafetyProperties safety =
                    new SafetyProperties(new Book(policy, Admission.of(mode)), policy + ", " + mode + ", seed " + seed);
            for (int step = 0; step < LENGTH; step++) {
                Decision decision = safety.step(commands.next(safety.book()));
                kinds[decision instanceof Decision.Accepted ? 0 : decision instanceof Decision.Refused ? 1 : 2]++;
                if (commands.random.nextInt(15) == 0) {
                    safety.continueFromSnapshot();
                }
            }
            safety.end();
        }
        assertThat(kinds[0]).as("accepted").isGreaterThan(SEQUENCES * LENGTH / 3);
        assertThat(kinds[1]).as("refused").isGreaterThan(SEQUENCES);
        assertThat(kinds[2]).as("reports").isPositive();
    }

    /** Outages ahead are what makes naming servers hard: most commands here plan one or live beside one. */
    @Test
    void manyDrains_stillEveryReservationGetsItsServers() {
        for (String policy : new String[] {"level", "earliest"}) {
            for (long seed = 1_000; seed < 1_000 + SEQUENCES; seed++) {
                RandomCommands commands = new RandomCommands(seed).withManyDrains();
                String mode = seed % 2 == 0 ? "direct" : seed % 4 == 1 ? "replan" : "reschedule-edf";
                SafetyProperties safety = new SafetyProperties(
                        new Book(policy, Admission.of(mode)), policy + ", " + mode + ", seed " + seed);
                for (int step = 0; step < LENGTH; step++) {
                    safety.step(commands.next(safety.book()));
                }
                safety.end();
            }
        }
    }
}
