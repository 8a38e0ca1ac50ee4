package dev.berth.engine.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Properties of every round: see the names of the tests. */
class IntakePropertiesTest {
    private static final int ROUNDS = 3_000;

    private record Case(Rules rules, List<User> users, List<Request> requests) {
        static Case of(SplittableRandom random) {
            int levels = 1 + random.nextInt(12);
            List<User> users = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                users.add(GoldenCase.user("u" + i, 1 + random.nextInt(levels)));
            }
            List<Request> requests = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                String user = users.get(random.nextInt(users.size())).name();
                requests.add(new Request(requests.size() + 1L, user, 1 + random.nextInt(12), random.nextInt(4)));
            }
            return new Case(rules(random), users, requests);
        }

        static Rules rules(SplittableRandom random) {
            Sorting[] sortings = Sorting.values();
            return new Rules(
                    random.nextInt(6),
                    1 + random.nextInt(4),
                    sortings[random.nextInt(sortings.length)],
                    random.nextBoolean() ? new Excess.Discard() : new Excess.Defer(1 + random.nextInt(4)));
        }
    }

    @Test
    void round_equalsTheLiteralAlgorithm() {
        for (long seed = 1; seed <= ROUNDS; seed++) {
            Case some = Case.of(new SplittableRandom(seed));
            Round round = Intake.order(some.rules(), some.users(), some.requests());
            LiteralResolution literal = new LiteralResolution(some.rules(), some.users(), some.requests());
            assertThat(round.order()).as("seed %d, %s", seed, some).isEqualTo(literal.queue);
            assertThat(round.left()).as("seed %d, %s", seed, some).isEqualTo(literal.left);
        }
    }

    @Test
    void order_isTotal_andDependsOnArrivalsAlone() {
        for (long seed = 1; seed <= ROUNDS; seed++) {
            Case some = Case.of(new SplittableRandom(seed));
            Round round = Intake.order(some.rules(), some.users(), some.requests());
            List<Request> all = new ArrayList<>(round.order());
            all.addAll(round.left());
            assertThat(all).as("seed %d, %s", seed, some).containsExactlyInAnyOrderElementsOf(some.requests());
            List<Request> shuffled = new ArrayList<>(some.requests());
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(Intake.order(some.rules(), some.users(), shuffled))
                    .as("seed %d, %s", seed, some)
                    .isEqualTo(round);
        }
    }

    @Test
    void noRequestWaitsForMoreThanTheMostRounds() {
        int longest = 0;
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Case some = Case.of(random);
            List<Request> waiting = new ArrayList<>(some.requests().stream()
                    .map(r -> new Request(r.number(), r.user(), r.length()))
                    .toList());
            long number = waiting.size();
            for (int i = 0; i < 30; i++) {
                Round round = Intake.order(some.rules(), some.users(), waiting);
                for (Request decided : round.order()) {
                    assertThat(decided.deferrals() + 1)
                            .as("seed %d, %s", seed, decided)
                            .isLessThanOrEqualTo(some.rules().mostRounds());
                }
                waiting.clear();
                if (some.rules().excess() instanceof Excess.Defer) {
                    round.left().forEach(request -> waiting.add(request.deferred()));
                }
                for (Request request : waiting) {
                    longest = Math.max(longest, request.deferrals());
                    assertThat(request.deferrals() + 1)
                            .as("seed %d, %s", seed, request)
                            .isLessThanOrEqualTo(some.rules().mostRounds());
                }
                for (int more = random.nextInt(20); more > 0; more--) {
                    User user = some.users().get(random.nextInt(some.users().size()));
                    waiting.add(new Request(++number, user.name(), 1 + random.nextInt(12)));
                }
            }
        }
        assertThat(longest).as("the bound is reached").isEqualTo(4);
    }

    /** Three new shorter jobs each round: by the paper's rule alone the long one would never be among the shortest. */
    @Test
    void longJobOfABusyUser_isDecidedInTheLastOfItsRounds() {
        Rules rules = Rules.DEFAULT;
        List<User> users = List.of(GoldenCase.user("high", 10), GoldenCase.user("low", 1));
        Request patient = new Request(1, "high", 1_000);
        long number = 1;
        int rounds = 0;
        boolean decided = false;
        while (!decided) {
            List<Request> requests = new ArrayList<>(List.of(patient, new Request(++number, "low", 5)));
            for (int i = 0; i < rules.most(); i++) {
                requests.add(new Request(++number, "high", 1));
            }
            decided = Intake.order(rules, users, requests).order().contains(patient);
            patient = patient.deferred();
            rounds++;
        }
        assertThat(rounds).isEqualTo(rules.mostRounds()).isEqualTo(4);
    }
}
