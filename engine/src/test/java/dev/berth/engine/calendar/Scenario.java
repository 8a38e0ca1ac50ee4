package dev.berth.engine.calendar;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Random calls on a calendar, drawn from a seed: jobs, releases, passing time. Shapes differ from seed to seed. */
public final class Scenario {
    private static final String[] RATES = {"0.2", "0.35", "0.5", "0.8", "1"};

    public final long seed;
    public final SplittableRandom random;
    public final List<Pool> pools = new ArrayList<>();
    public final List<Placement> booked = new ArrayList<>();
    private final int spread;
    private final int longest;
    private final int widest;
    public long now;

    public Scenario(long seed, boolean wideJobs) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            pools.add(new Pool("p" + i, 1 + random.nextInt(5), RATES[random.nextInt(RATES.length)]));
        }
        this.spread = 10 + random.nextInt(120);
        this.longest = 1 + random.nextInt(20);
        this.widest = wideJobs ? 1 + random.nextInt(4) : 1;
    }

    public int steps() {
        return 5 + random.nextInt(25);
    }

    public Job job(int number) {
        long ready = Math.max(0, now - 3 + random.nextInt(spread));
        long work = 1 + random.nextInt(longest);
        long deadline = ready + work + random.nextInt(2 * longest);
        Job job = Job.of("j" + number, ready, work, deadline, 1 + random.nextInt(widest));
        return random.nextInt(8) == 0 ? job.requiring(Requirements.pool("p" + random.nextInt(pools.size()))) : job;
    }

    public Predicate<PoolId> eligible(Job job) {
        return id -> pools.stream()
                .anyMatch(pool -> pool.id().equals(id) && job.requirements().match(pool));
    }

    /** Now and then time passes; what ended is no longer booked. */
    public void maybeAdvance(Calendar calendar) {
        if (random.nextInt(4) == 0) {
            now += random.nextInt(12);
            booked.removeIf(placement -> placement.window().end() <= now);
        }
        calendar.forget(now);
    }

    /** Now and then something is given back, from now on if it has begun. */
    public void maybeRelease(Calendar calendar) {
        if (!booked.isEmpty() && random.nextInt(4) == 0) {
            Placement gone = booked.remove(random.nextInt(booked.size()));
            calendar.release(gone.withWindow(gone.window().from(now)));
        }
    }

    public static byte[] content(Calendar calendar, long now) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            calendar.save(new DataOutputStream(bytes), now);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
