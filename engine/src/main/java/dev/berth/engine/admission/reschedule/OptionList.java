package dev.berth.engine.admission.reschedule;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The list of options of netto's Algorithm 2: for each job that intersects the refused one, and runs, or waits before it
 * in the queue, just before it and just after it. Before a waiting job means before its ready, after it after its deadline;
 * what runs or is held has its window. Jobs that wait behind the refused one give no options: they are the ones that are
 * rescheduled.
 */
public final class OptionList {
    private OptionList() {}

    /** Other times to try for a job. */
    public record Option(Job job, long phi) {}

    /**
     * The options nearest to what was asked first; the earlier of two as near.
     *
     * @param before who of those that wait stands before the job in the queue
     */
    public static List<Option> of(
            Job job,
            long now,
            Collection<Roster> rosters,
            Predicate<PoolId> eligible,
            Predicate<ReservationId> before) {
        TreeSet<Option> options = new TreeSet<>(Comparator.<Option>comparingLong(option -> Math.abs(option.phi))
                .thenComparingLong(option -> option.job.ready())
                .thenComparingLong(option -> option.job.deadline()));
        long earliest = Math.max(job.ready(), now);
        for (Roster roster : rosters) {
            if (eligible.test(roster.pool().id())) {
                Rate rate = roster.pool().rate();
                long duration = job.shape().duration(job.shape().fewest(), rate);
                Stream.of(roster.running(), roster.bound(), roster.waiting())
                        .flatMap(Collection::stream)
                        .filter(r -> r.window().start() < job.deadline()
                                && r.window().end() > earliest)
                        .filter(r -> !r.isWaiting() || before.test(r.id()))
                        .map(OptionList::times)
                        .forEach(other -> add(options, job, other, duration, now));
            }
        }
        return List.copyOf(options);
    }

    private static Window times(Reservation reservation) {
        return reservation.isWaiting()
                ? new Window(reservation.job().ready(), reservation.job().deadline())
                : reservation.window();
    }

    private static void add(Set<Option> options, Job job, Window other, long duration, long now) {
        long before = other.start() - duration;
        if (before >= now && before < job.ready()) {
            options.add(
                    new Option(job.within(before, other.start()), Offer.inDurations(before - job.ready(), duration)));
        }
        long after = other.end() + duration;
        if (after > job.deadline() && after < Window.FOREVER) {
            options.add(
                    new Option(job.within(other.end(), after), Offer.inDurations(after - job.deadline(), duration)));
        }
    }
}
