package dev.berth.lab.experiment.netto;

import java.util.SplittableRandom;

/**
 * Draws from a Poisson distribution, by counting the points of a Poisson process. Slower than other ways for large means,
 * but of two draws from equal streams the one with the larger mean is never the smaller: settings that differ in a mean
 * alone can be compared job by job.
 */
final class Poisson {
    private Poisson() {}

    static int draw(double mean, SplittableRandom random) {
        int count = 0;
        double time = exponential(random);
        while (time < mean) {
            count++;
            time += exponential(random);
        }
        return count;
    }

    private static double exponential(SplittableRandom random) {
        return -StrictMath.log(1 - random.nextDouble());
    }
}
