package dev.berth.cli.replay;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the {@link Summary}. Sums of work times servers are kept as {@code double}: they would outgrow a {@code long},
 * only shares of them are reported, and below 2^53 they are exact.
 */
final class ReplayTally {
    private static final String BAD_VALUE = "bad-value";

    /** Reasons for refusals, by code. */
    private final Map<String, Reason> reasons = new TreeMap<>();

    private long jobs;
    private long accepted;
    private long decisions;
    private double work;
    private double lost;
    private double impossible;
    private double booked;
    private double promisedWait;
    private long started;
    private double wait;
    private long ended;
    private double turnaround;
    private long firstSubmit;
    private long lastEnd;
    private long nanos;
    private long peak;

    void submitted(long submit) {
        if (jobs == 0) {
            firstSubmit = submit;
        }
        jobs++;
    }

    void decided(long nanosTaken, long calendarSize) {
        decisions++;
        nanos += nanosTaken;
        peak = Math.max(peak, calendarSize);
    }

    void accepted(Job job, Placement placement) {
        accepted++;
        work += JobFeed.work(job);
        booked += serverTime(placement);
        promisedWait += placement.window().start() - job.ready();
    }

    private static double serverTime(Placement placement) {
        return (double) placement.window().length() * placement.count();
    }

    void moved(Reservation before, Reservation after) {
        booked += serverTime(after.placement()) - serverTime(before.placement());
    }

    void started(Reservation reservation) {
        started++;
        wait += reservation.window().start() - reservation.job().ready();
    }

    void ended(Reservation reservation) {
        ended++;
        turnaround += reservation.window().end() - reservation.job().ready();
        lastEnd = Math.max(lastEnd, reservation.window().end());
    }

    /**
     * @param refusal null if the job never got as far as the book
     */
    void refused(double lostWork, @Nullable Refusal refusal) {
        work += lostWork;
        lost += lostWork;
        reasons.computeIfAbsent(refusal == null ? BAD_VALUE : refusal.code(), code -> new Reason())
                .add(lostWork);
        if (refusal == null || JobFeed.isImpossible(refusal)) {
            impossible += lostWork;
        }
    }

    /** Latest end of the jobs that have ended. */
    long lastEnd() {
        return lastEnd;
    }

    /**
     * @param end when the last of all jobs ends
     */
    Summary summary(BookPolicy scheduler, long servers, long end, double unitsPerSecond) {
        return new Summary(
                scheduler.policy(),
                scheduler.earlyStarts(),
                scheduler.admission().equals(Admissions.DEFAULT) ? null : scheduler.admission(),
                jobs,
                accepted,
                jobs - accepted,
                reasons(),
                share(lost, work),
                share(impossible, work),
                accepted == 0 ? 0 : share(booked, (double) servers * (end - firstSubmit)),
                share(promisedWait, (double) accepted) / unitsPerSecond,
                share(wait, (double) started) / unitsPerSecond,
                share(turnaround, (double) ended) / unitsPerSecond,
                share((double) nanos, (double) decisions),
                peak);
    }

    /** The one that lost the most work first. */
    private List<RefusalReason> reasons() {
        return reasons.entrySet().stream()
                .map(each -> new RefusalReason(each.getKey(), each.getValue().jobs, share(each.getValue().work, work)))
                .sorted(Comparator.comparingDouble(RefusalReason::workLossRate).reversed())
                .toList();
    }

    private static final class Reason {
        private long jobs;
        private double work;

        void add(double lostWork) {
            jobs++;
            work += lostWork;
        }
    }

    private static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
