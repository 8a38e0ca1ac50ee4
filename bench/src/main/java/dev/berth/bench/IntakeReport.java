package dev.berth.bench;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Intake;
import dev.berth.engine.intake.Phase;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.intake.User;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How long does it take to order a round of 100,000 jobs of 10,000 users? Ten levels of priority, so that neighbours are
 * mostly alike, and a thousand, with SD 0, so that most phases hold back the higher user's jobs. The order is checked
 * before it is timed; the first round, in a cold virtual machine, is timed as well.
 */
public final class IntakeReport {
    private static final int USERS = 10_000;
    private static final int JOBS = 100_000;
    private static final int ROUNDS = 41;

    private IntakeReport() {}

    public static void main(String[] args) {
        run("10 levels, SD 5, N 3", 10, Rules.DEFAULT);
        run("1000 levels, SD 0, N 3", Priority.HIGHEST, new Rules(0, 3, Sorting.SHORTEST, new Excess.Defer(3)));
    }

    private static void run(String name, int levels, Rules rules) {
        SplittableRandom random = new SplittableRandom(1);
        List<User> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            users.add(new User("user" + i, new Priority(1 + random.nextInt(levels))));
        }
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            String user = users.get(random.nextInt(USERS)).name();
            requests.add(new Request(i + 1L, user, 1 + random.nextInt(36_000_000)));
        }
        long begin = System.nanoTime();
        Round first = Intake.order(rules, users, requests);
        double cold = (System.nanoTime() - begin) / 1e6;
        check(rules, requests, first);
        double[] millis = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            begin = System.nanoTime();
            Round round = Intake.order(rules, users, requests);
            int decided = round.order().size() + round.left().size();
            millis[i] = (System.nanoTime() - begin) / 1e6;
            if (decided != JOBS) {
                throw new IllegalStateException("wrong answer: " + decided + " of " + JOBS + " jobs");
            }
        }
        Arrays.sort(millis);
        System.out.printf(
                "%s: %d phases, %d jobs go on: first round %.0f ms, then median %.0f ms, slowest %.0f ms%n",
                name, first.phases().size(), first.order().size(), cold, millis[ROUNDS / 2], millis[ROUNDS - 1]);
    }

    /** Each job once; users by priority; within a phase by length; N kept. */
    static void check(Rules rules, List<Request> requests, Round round) {
        List<Request> all = new ArrayList<>(round.order());
        all.addAll(round.left());
        require(all.size() == requests.size() && new HashSet<>(all).equals(new HashSet<>(requests)), "not all once");
        int before = Integer.MAX_VALUE;
        for (Phase phase : round.phases()) {
            int highest = switch (phase) {
                case Phase.HighPriority p -> {
                    int difference =
                            p.higher().priority().level() - p.lower().priority().level();
                    require(difference > rules.significantDifference(), "users of like priority held apart");
                    require(p.goOn().size() <= rules.most(), "more than N go on");
                    yield p.higher().priority().level();
                }
                case Phase.JobPriority p -> p.higher().priority().level();
                case Phase.Alone p -> p.user().priority().level();
            };
            require(highest <= before, "users out of order");
            before = highest;
            for (int i = 1; i < phase.goOn().size(); i++) {
                require(phase.goOn().get(i - 1).length() <= phase.goOn().get(i).length(), "jobs out of order");
            }
        }
    }

    private static void require(boolean right, String wrong) {
        if (!right) {
            throw new IllegalStateException("wrong answer: " + wrong);
        }
    }
}
