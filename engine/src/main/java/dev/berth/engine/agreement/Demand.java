package dev.berth.engine.agreement;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Rate;

/**
 * Quantities that a price depends on, apart from the utilisation of the pool.
 *
 * @param servers how many
 * @param rate of the pool
 * @param duration how long they are taken there
 * @param work of all servers together, at rate 1
 * @param slack time of the interval beyond the duration, without the time before the agreement
 * @param lead from the making of the agreement to the latest start. The latest and not the earliest: an earlier ready
 *     time gives flexibility and must not reduce the discount.
 * @param part of each server, in millionths
 */
public record Demand(int servers, Rate rate, long duration, long work, long slack, long lead, int part) {
    /** Whole servers. */
    public Demand(int servers, Rate rate, long duration, long work, long slack, long lead) {
        this(servers, rate, duration, work, slack, lead, Tariff.ONE);
    }

    /** The same of parts of the servers. */
    public Demand of(int share) {
        return share == Tariff.ONE
                ? this
                : new Demand(
                        servers,
                        rate,
                        duration,
                        Math.max(1, work / Tariff.ONE * share + work % Tariff.ONE * share / Tariff.ONE),
                        slack,
                        lead,
                        share);
    }

    /** The job on this many servers of this rate, agreed at a time. */
    public static Demand of(Job job, int servers, Rate rate, long made) {
        long duration = job.shape().duration(servers, rate);
        long latest = job.deadline() - duration;
        return new Demand(
                servers,
                rate,
                duration,
                total(servers, job.shape().work(servers).amount()),
                Math.max(0, latest - Math.max(job.ready(), made)),
                Math.max(0, latest - made));
    }

    /** Saturates: beyond it no difference is worth a fee. */
    private static long total(long servers, long each) {
        return each > Long.MAX_VALUE / servers ? Long.MAX_VALUE : servers * each;
    }
}
