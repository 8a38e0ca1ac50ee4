package dev.berth.engine.admission.reschedule;

import dev.berth.engine.model.Job;
import java.util.Locale;

/** Order in which waiting reservations are rescheduled (netto 3.1). Equals keep the order of their numbers. */
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
    EDF;

    /**
     * The rank of a job: lower comes first.
     *
     * @param admitted the number of the reservation that is to be admitted
     */
    public long rank(long number, Job job, long now, long admitted) {
        return switch (this) {
            case SHUFFLE -> scramble(number * 0x9E3779B97F4A7C15L ^ admitted);
            case FIFO -> 0;
            case BJF -> -job.servers() * job.work().amount();
            case LFF -> job.deadline() - Math.max(job.ready(), now) - job.work().amount();
            case EDF -> job.deadline();
        };
    }

    /** Whether the order of two reservations is the same at all times and regardless of who is admitted. */
    boolean isSteady() {
        return this != SHUFFLE && this != LFF;
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
