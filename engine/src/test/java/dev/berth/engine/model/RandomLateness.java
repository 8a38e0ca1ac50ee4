package dev.berth.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Fees for lateness, drawn at random. */
public final class RandomLateness {
    private RandomLateness() {}

    public static Lateness next(SplittableRandom random) {
        long before = random.nextInt(50);
        int share = random.nextInt(300_000);
        List<Lateness.Step> steps = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0 && before >= 0; left--) {
            steps.add(new Lateness.Step(before, share));
            before -= 1 + random.nextInt(20);
            share += random.nextInt(200_000);
        }
        return new Lateness(random.nextBoolean(), steps, random.nextInt(1_000_001));
    }
}
