package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All properties under random commands, in books of which some pools have hosts with parts; with licences. */
class SliceSafetyTest {
    private static final int SEQUENCES = 120;
    private static final int LENGTH = 120;

    @ParameterizedTest
    @ValueSource(strings = {"prompt", "level", "earliest", "ff-ha-plus", "level/best-fit", "prompt/first-fit"})
    void randomSequences_keepEveryProperty(String policy) {
        List<String> modes = List.of("direct", "replan", "reschedule-edf");
        Set<String> seen = new TreeSet<>();
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            RandomCommands commands = new RandomCommands(seed).withParts();
            String mode = modes.get((int) (seed % modes.size()));
            String where = policy + ", " + mode + ", seed " + seed;
            SafetyProperties safety = new SafetyProperties(new Book(policy, mode), where);
            for (int step = 0; step < LENGTH; step++) {
                Command command = commands.next(safety.book());
                List<Reservation> before = new ArrayList<>(safety.book().reservations());
                if (safety.step(command) instanceof Decision.Accepted accepted) {
                    note(command, accepted, before, seen);
                }
                if (commands.random.nextInt(15) == 0) {
                    safety.continueFromSnapshot();
                }
                if (commands.random.nextInt(15) == 0) {
                    SplitAdvance.isTheSame(safety.book(), commands.random, where);
                }
            }
            safety.end();
        }
        assertThat(seen)
                .contains(
                        "sliced",
                        "shared",
                        "licensed",
                        "repacked by Reserve",
                        "repacked by Drain",
                        "repacked by Block",
                        "early on a host",
                        "bound on a host",
                        "degraded on a host",
                        "several hosts");
    }

    private static void note(Command command, Decision.Accepted accepted, List<Reservation> before, Set<String> seen) {
        for (Event event : accepted.events()) {
            event.reservations().stream()
                    .filter(each -> !each.placement().taken().isPlain())
                    .forEach(each -> {
                        seen.add("sliced");
                        if (each.job().requirements().slice().share() != null) {
                            seen.add("shared");
                        }
                        if (!each.job().requirements().licences().equals(Amounts.NONE)) {
                            seen.add("licensed");
                        }
                        if (each.placement().count() > 1
                                && !each.placement().servers().isEmpty()) {
                            seen.add("several hosts");
                        }
                        if (event instanceof Event.StartsEarly) {
                            seen.add("early on a host");
                        }
                        if (event instanceof Event.Degraded) {
                            seen.add("degraded on a host");
                        }
                    });
            if (event instanceof Event.Repacked) {
                seen.add("repacked by " + command.getClass().getSimpleName());
            }
            if (event instanceof Event.Bound bound
                    && before.stream()
                            .anyMatch(each -> each.id().equals(bound.reservation())
                                    && !each.placement().taken().slice().isWhole())) {
                seen.add("bound on a host");
            }
        }
    }
}
