package dev.berth.lab.workload;

import dev.berth.engine.model.BadValue;
import java.util.SplittableRandom;

/**
 * A gamma distribution, sampled as in Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM TOMS
 * 26, 2000), without their squeeze step. The same draws on every JDK: normal variates by Marsaglia's polar method, for
 * the JDK does not promise how it makes its own, and {@link StrictMath} throughout.
 *
 * @param shape at least 1, which is all that the method covers
 */
record LublinGamma(double shape, double scale) {
    LublinGamma {
        if (!(shape >= 1)) {
            throw new BadValue("shape", shape, "must be 1 or more");
        }
        if (!(scale > 0)) {
            throw new BadValue("scale", scale, "must be above 0");
        }
    }

    double sample(SplittableRandom random) {
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double normal = normal(random);
            double root = 1 + c * normal;
            if (root > 0) {
                double v = root * root * root;
                double log = StrictMath.log(1 - random.nextDouble());
                if (log < normal * normal / 2 + d - d * v + d * StrictMath.log(v)) {
                    return d * v * scale;
                }
            }
        }
    }

    private static double normal(SplittableRandom random) {
        while (true) {
            double x = 2 * random.nextDouble() - 1;
            double y = 2 * random.nextDouble() - 1;
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }

    /** The density at x > 0, up to a factor that is the same for all x. */
    double relativeDensity(double x) {
        return StrictMath.exp((shape - 1) * StrictMath.log(x) - x / scale);
    }
}
