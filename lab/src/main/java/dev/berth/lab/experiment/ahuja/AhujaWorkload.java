package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.User;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The users, jobs and resources of ahuja's evaluation, in milliseconds. The paper gives 5 resources with 47 processing
 * elements, one of them "may have 5 PE's with the processing capability of 417 MIPS"; 50 users with 100 jobs each, which
 * "may join the grid simultaneously". The rest is ours: the other resources, ten levels of priority with equally many
 * users, lengths uniform such that all jobs together are 0.8 of what the resources can do in a day by default; and what {@link
 * AhujaReading} says.
 *
 * @param users in the order they came, that of their first jobs
 * @param gridlets in the order they came, all at time 0
 */
record AhujaWorkload(List<User> users, List<Gridlet> gridlets) {
    static final int USERS = 50;
    static final int JOBS = 5_000;
    static final long DAY = 24 * 3_600_000L;
    private static final int FASTEST = 515;
    /** On the fastest element, if there are as many jobs as in the paper. */
    private static final long SHORTEST = 20_000;

    private static final long LONGEST = 1_000_000;
    /** Load with these lengths. */
    private static final double USUAL_LOAD = 0.8;

    static final List<Pool> RESOURCES = List.of(
            resource("r1", 5, 417),
            resource("r2", 4, FASTEST),
            resource("r3", 13, 380),
            resource("r4", 16, 410),
            resource("r5", 9, 377));

    AhujaWorkload {
        users = List.copyOf(users);
        gridlets = List.copyOf(gridlets);
    }

    private static Pool resource(String name, int elements, int mips) {
        return new Pool(new PoolId(name), elements, new Rate(1_000_000 * mips / FASTEST), Map.of());
    }

    /**
     * Draws a workload.
     *
     * @param jobs of all users together; fewer are longer, so that the load is the same
     */
    static AhujaWorkload of(int jobs, long seed, AhujaReading reading) {
        SplittableRandom random = new SplittableRandom(seed);
        // A stream of its own: the other draws are the same whether run times are looked at or not.
        SplittableRandom luck = new SplittableRandom(~seed);
        List<Integer> senders = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            senders.add(i % USERS);
        }
        Collections.shuffle(senders, new Random(random.nextLong()));
        List<User> users = new ArrayList<>();
        for (int sender : senders.stream().distinct().toList()) {
            users.add(new User("u" + sender, new Priority(reading.priority(1 + sender % Priority.LEVELS))));
        }
        double scale = reading.load() / USUAL_LOAD;
        List<Gridlet> gridlets = new ArrayList<>();
        for (int sender : senders) {
            long usual = random.nextLong(SHORTEST, LONGEST + 1) * JOBS / jobs;
            long length = Math.max(1, Math.round(scale * usual));
            gridlets.add(new Gridlet(
                    new Request(gridlets.size() + 1L, "u" + sender, length),
                    100 * random.nextDouble(),
                    1 + random.nextLong(reading.startsWithin()),
                    2 * luck.nextDouble() - 1,
                    resources(random)));
        }
        return new AhujaWorkload(users, gridlets);
    }

    /** Each next one by drawing a processing element of those that are left. */
    private static List<Pool> resources(SplittableRandom random) {
        List<Pool> left = new ArrayList<>(RESOURCES);
        List<Pool> drawn = new ArrayList<>();
        while (!left.isEmpty()) {
            int element = random.nextInt(left.stream().mapToInt(Pool::servers).sum());
            int index = 0;
            while (element >= left.get(index).servers()) {
                element -= left.get(index).servers();
                index++;
            }
            drawn.add(left.remove(index));
        }
        return drawn;
    }
}
