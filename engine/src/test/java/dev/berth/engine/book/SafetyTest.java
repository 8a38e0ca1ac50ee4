package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The named safety properties of {@link SafetyProperties}, after every step of random command sequences: reserve,
 * change, adjust, set tariffs, cancel, finish early, overrun, add servers and pools, bind, drain, block, unblock, fail,
 * restore, advance, snapshot and restore. {@code -Dberth.sequences=2000} takes more of them than the usual number;
 * {@code tools/soak} takes as many steps as told.
 */
class SafetyTest {
    private static final int SEQUENCES = Integer.getInteger("berth.sequences", 200);
    private static final int MOST_SEQUENCES = 8 * SEQUENCES;
    private static final int LENGTH = 60;

    /** Cases that must have occurred where all sequences are run; a policy under which one is rare gets more of them. */
    private static final List<String> WANTED = List.of(
            "avoided",
            "blocked anew",
            "blocked while out",
            "bound cancelled",
            "bound degraded",
            "bound kept by a change",
            "bound let go by a change",
            "bound moved",
            "bound started",
            "conceded",
            "gave way",
            "settled",
            "closed as hopeless",
            "degraded",
            "evacuated",
            "extended",
            "lost by a degraded one",
            "moved by a block",
            "moved by a failure",
            "moved by an overdue repair",
            "offer withdrawn",
            "pushed",
            "recovered by Advance",
            "recovered by Change",
            "recovered by Restore",
            "recovered by Unblock",
            "restarted",
            "restarted by a block",
            "starts early",
            "starts early after notice",
            "unblocked",
            "unblocked while out");

    /** Where jobs have several servers, one of them can be lost. */
    private static List<String> wanted(String policy) {
        return Stream.concat(
                        WANTED.stream(),
                        Calendars.create(policy).namesServers() ? Stream.empty() : Stream.of("kept by a degraded one"))
                .toList();
    }

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void randomSequences_keepEveryProperty(String policy) {
        List<String> modes = List.copyOf(Admissions.names());
        int[] kinds = new int[3];
        Set<Class<?>> adjusted = new HashSet<>();
        Set<String> seen = new TreeSet<>();
        List<String> wanted = wanted(policy);
        List<Long> seeds = Sequences.of(SEQUENCES, MOST_SEQUENCES, policy);
        for (long seed : seeds) {
            if (seed > SEQUENCES && seen.containsAll(wanted)) {
                break;
            }
            RandomCommands commands = new RandomCommands(seed);
            String mode = modes.get((int) (seed % modes.size()));
            SafetyProperties safety =
                    new SafetyProperties(new Book(policy, mode), policy + ", " + mode + ", seed " + seed);
            for (int step = 0; step < LENGTH; step++) {
                Command command = commands.next(safety.book());
                Decision decision = safety.step(command);
                if (command instanceof Command.Adjust adjust && decision instanceof Decision.Accepted) {
                    adjusted.add(adjust.adjustment().getClass());
                }
                kinds[decision instanceof Decision.Accepted ? 0 : decision instanceof Decision.Refused ? 1 : 2]++;
                if (commands.random.nextInt(15) == 0) {
                    safety.continueFromSnapshot();
                }
                if (commands.random.nextInt(15) == 0) {
                    SplitAdvance.isTheSame(safety.book(), commands.random, policy + ", " + mode + ", seed " + seed);
                }
            }
            safety.end();
            seen.addAll(safety.promises.seen);
            seen.addAll(safety.binding.seen);
            seen.addAll(safety.outages.seen);
        }
        int least = Math.min(SEQUENCES, seeds.size());
        assertThat(kinds[0]).as("accepted").isGreaterThan(least * LENGTH / 4);
        assertThat(kinds[1]).as("refused").isGreaterThan(least);
        if (Sequences.ARE_ALL) {
            assertThat(seen).containsAll(wanted);
            assertThat(kinds[0]).as("accepted").isGreaterThan(SEQUENCES * LENGTH / 3);
            assertThat(adjusted).as("kinds of adjustment").hasSize(6);
            assertThat(kinds[2]).as("reports").isPositive();
        }
    }

    /** Reservations keep their places whatever the policies are from then on, and a replay takes the same way. */
    @ParameterizedTest
    @ValueSource(strings = {"terms", "level", "ff-ha"})
    void policiesThatChange_keepEveryProperty(String policy) {
        int changed = 0;
        int refused = 0;
        for (long number : Sequences.of(SEQUENCES, "policies that change, " + policy)) {
            long seed = 5_000 + number;
            boolean parts = seed % 2 == 0 && !policy.equals("ff-ha");
            RandomCommands commands = new RandomCommands(seed).withPolicies();
            SafetyProperties safety = new SafetyProperties(
                    new Book(policy), "policies that change, " + policy + ", seed " + seed + (parts ? ", parts" : ""));
            if (parts) {
                commands.withParts();
            }
            for (int step = 0; step < LENGTH; step++) {
                Command command = commands.next(safety.book());
                Decision decision = safety.step(command);
                if (command instanceof Command.SetPolicy) {
                    changed += decision instanceof Decision.Accepted ? 1 : 0;
                    refused += decision instanceof Decision.Refused ? 1 : 0;
                }
                if (commands.random.nextInt(15) == 0) {
                    safety.continueFromSnapshot();
                }
            }
            safety.end();
        }
        assertThat(changed).as("changes").isPositive();
        assertThat(refused).as("changes that are refused").isPositive();
    }

    /** Outages ahead are what makes naming servers hard: most commands here plan one or live beside one. */
    @Test
    void manyDrains_stillEveryReservationGetsItsServers() {
        for (String policy : new String[] {"level", "earliest"}) {
            for (long number : Sequences.of(SEQUENCES, "many drains, " + policy)) {
                long seed = 999 + number;
                RandomCommands commands = new RandomCommands(seed).withManyDrains();
                String mode = seed % 2 == 0 ? "direct" : seed % 4 == 1 ? "replan" : "reschedule-edf";
                SafetyProperties safety =
                        new SafetyProperties(new Book(policy, mode), policy + ", " + mode + ", seed " + seed);
                for (int step = 0; step < LENGTH; step++) {
                    safety.step(commands.next(safety.book()));
                    if (commands.random.nextInt(10) == 0) {
                        SplitAdvance.isTheSame(safety.book(), commands.random, policy + ", " + mode + ", seed " + seed);
                    }
                }
                safety.end();
            }
        }
    }
}
