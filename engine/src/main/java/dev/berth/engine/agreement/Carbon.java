package dev.berth.engine.agreement;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import java.math.BigInteger;

/**
 * Carbon dioxide of the power that a pool's servers draw.
 *
 * @param watts of one server
 * @param curve grams for a kilowatt-hour
 */
public record Carbon(int watts, TimeCurve curve) {
    private static final int MOST_WATTS = 1_000_000;
    private static final BigInteger WATTS_IN_KILOWATT = BigInteger.valueOf(1_000);
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    public Carbon {
        if (watts < 1 || watts > MOST_WATTS) {
            throw new BadValue("watts", watts, "must be from 1 to " + MOST_WATTS);
        }
    }

    /** The same for servers that each are worth several. */
    Carbon times(int servers) {
        return new Carbon((int) Math.min(MOST_WATTS, (long) watts * servers), curve);
    }

    /**
     * Grams for servers that run throughout a window, rounded to the nearest.
     *
     * @param part of each server, in millionths
     * @param hour how many units of time an hour has
     */
    public long grams(Window window, int servers, int part, long hour) {
        return grams(curve.sum(window.start(), window.end()), servers, part, hour);
    }

    /** The same for a sum of the curve over a window. */
    public long grams(BigInteger sum, int servers, int part, long hour) {
        BigInteger above =
                sum.multiply(BigInteger.valueOf((long) watts * servers)).multiply(BigInteger.valueOf(part));
        BigInteger below = WATTS_IN_KILOWATT.multiply(MILLION).multiply(BigInteger.valueOf(hour));
        BigInteger rounded = above.add(below.shiftRight(1)).divide(below);
        return rounded.bitLength() < Long.SIZE ? rounded.longValue() : Long.MAX_VALUE;
    }
}
