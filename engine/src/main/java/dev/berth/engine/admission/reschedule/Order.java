package dev.berth.engine.admission.reschedule;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import java.math.BigInteger;
import java.util.Locale;

/**
 * Order in which waiting reservations are rescheduled (netto 3.1). Equals keep the order of their numbers. The paper names
 * "expected revenue" as an order that it will explore and leaves open what it is: here it is the agreed price, and of the job
 * that is to be admitted the lowest price at which a pool could take it.
 */
public enum Order {
    /** At random; the seed is the number of the job that is to be admitted. */
    SHUFFLE,
    /** First in, first out. */
    FIFO,
    /** Biggest job first: servers times work. */
    BJF,
    /** Least flexible first: what is left of the interval once the work is done. */
    LFF,
    /** Earliest deadline first. */
    EDF,
    /** Highest revenue first: the price of the whole job. */
    HRF,
    /** Highest price first: the revenue for each unit of server time, by the servers and the work that BJF goes by. */
    HPF;

    private static final BigInteger SCALE = BigInteger.valueOf(1_000_000_000);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    /**
     * The rank of a job: lower comes first.
     *
     * @param revenue what the job is expected to bring
     * @param admitted the number of the reservation that is to be admitted
     */
    public long rank(long number, Job job, Money revenue, long now, long admitted) {
        return switch (this) {
            case SHUFFLE -> scramble(number * 0x9E3779B97F4A7C15L ^ admitted);
            case FIFO -> 0;
            case BJF -> -job.servers() * job.work().amount();
            case LFF -> job.deadline() - Math.max(job.ready(), now) - job.work().amount();
            case EDF -> job.deadline();
            case HRF -> -revenue.millionths();
            case HPF -> -price(job, revenue);
        };
    }

    /** The revenue for a unit of server time, rounded down to a billionth of a millionth. */
    private static long price(Job job, Money revenue) {
        BigInteger time = BigInteger.valueOf(job.servers())
                .multiply(BigInteger.valueOf(job.work().amount()));
        return BigInteger.valueOf(revenue.millionths())
                .multiply(SCALE)
                .divide(time)
                .min(MOST)
                .longValueExact();
    }

    /**
     * Whether the order of two reservations is the same at all times and regardless of who is admitted. A price changes when
     * an agreement does.
     */
    boolean isSteady() {
        return switch (this) {
            case FIFO, BJF, EDF -> true;
            case SHUFFLE, LFF, HRF, HPF -> false;
        };
    }

    /** Whether the order depends on what jobs bring, which takes time to find out. */
    boolean isByRevenue() {
        return this == HRF || this == HPF;
    }

    /** The finaliser of SplitMix64: neighbouring numbers come out far apart. */
    private static long scramble(long number) {
        long x = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
