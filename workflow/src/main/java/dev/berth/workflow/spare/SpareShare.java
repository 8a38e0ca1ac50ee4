package dev.berth.workflow.spare;

import java.math.BigInteger;

/** Rule for sharing out spare time: the same time for each task, or the same percentage of its run time. */
enum SpareShare {
    EVEN_TIME,
    EVEN_PERCENT;

    /** The weight of a task of that run time. */
    long weight(long time) {
        return this == EVEN_TIME ? 1 : time;
    }

    /** Part of an amount that is due to a weight out of a total of weights, rounded down; 0 if the total is 0. */
    static long part(long amount, long weight, long total) {
        if (total == 0) {
            return 0;
        }
        if (Math.multiplyHigh(amount, weight) == 0 && amount * weight >= 0) {
            return amount * weight / total;
        }
        return BigInteger.valueOf(amount)
                .multiply(BigInteger.valueOf(weight))
                .divide(BigInteger.valueOf(total))
                .longValueExact();
    }
}
