package dev.berth.engine.admission;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reasons for which no pool takes a job, from what the site has and what is free. */
final class PlacingRefusals {
    private final String policy;
    private final Calendar calendar;
    private final Map<PoolId, Roster> rosters;
    private final Supplier<Amounts> licences;

    /** @param licences of the site */
    PlacingRefusals(String policy, Calendar calendar, Map<PoolId, Roster> rosters, Supplier<Amounts> licences) {
        this.policy = policy;
        this.calendar = calendar;
        this.rosters = rosters;
        this.licences = licences;
    }

    /** Why no pool takes the job: the first of the rules that it breaks, the scarcity of capacity last. */
    Refusal explain(Job job, long now, Predicate<PoolId> eligible) {
        PoolId named = job.requirements().pool();
        if (named != null) {
            Roster its = rosters.get(named);
            if (its == null) {
                return new Refusal.UnknownPool(named, Roster.names(rosters.values()));
            }
            PoolId into = its.joinedTo();
            if (into != null) {
                return new Refusal.PoolJoined(named, into);
            }
        }
        List<Pool> matching = rosters.values().stream()
                .filter(roster -> roster.joinedTo() == null)
                .map(Roster::pool)
                .filter(job.requirements()::match)
                .toList();
        if (matching.isEmpty()) {
            return new Refusal.NoMatchingPool(job.id(), job.requirements(), Roster.names(rosters.values()));
        }
        Refusal parts = lacksParts(job, matching);
        if (parts != null) {
            return parts;
        }
        Pool largest =
                matching.stream().max(Comparator.comparingInt(Pool::servers)).orElseThrow();
        if (job.servers() > largest.servers()) {
            return new Refusal.TooManyServers(job.id(), job.servers(), largest.id(), largest.servers());
        }
        Pool fastest = matching.stream()
                .filter(pool -> pool.servers() >= job.servers())
                .max(Comparator.comparing(Pool::rate))
                .orElseThrow();
        long earliest = Math.max(job.ready(), now);
        long earliestEnd = earliest + job.shape().duration(job.shape().quickest(fastest.servers()), fastest.rate());
        if (earliestEnd > job.deadline()) {
            return new Refusal.DeadlineImpossible(job.id(), job.deadline(), earliestEnd, fastest.id());
        }
        if (job.servers() > 1
                && matching.stream().map(Pool::id).allMatch(calendar::namesServers)
                && matching.stream().noneMatch(Pool::hasParts)) {
            return new Refusal.SingleServerOnly(job.id(), job.servers(), policy);
        }
        return new Refusal.NoCapacity(
                job.id(),
                job.servers(),
                earliest,
                job.deadline(),
                matching.stream().map(Pool::id).toList(),
                calendar.shortage(Query.of(job, now, eligible)));
    }

    /** The part that no host has enough of, or the licence; null if there is none. */
    private @Nullable Refusal lacksParts(Job job, List<Pool> matching) {
        Requirements wanted = job.requirements();
        for (int i = 0; i < wanted.licences().size(); i++) {
            String name = wanted.licences().name(i);
            long has = licences.get().get(name);
            if (wanted.licences().number(i) > has) {
                return new Refusal.TooManyLicences(
                        job.id(), name, wanted.licences().number(i), has);
            }
        }
        Refusal.PartTooLarge nearest = null;
        for (Pool pool : matching) {
            Part part = pool.hasParts() ? pool.parts().tooSmall(wanted.slice()) : null;
            if (part == null) {
                return null;
            }
            if (nearest == null || part.count() > nearest.has()) {
                nearest = tooLarge(job, pool, part);
            }
        }
        return nearest;
    }

    private static Refusal.PartTooLarge tooLarge(Job job, Pool pool, Part part) {
        Slice slice = job.requirements().slice();
        Share share = slice.share();
        return share != null && share.part().equals(part.name())
                ? new Refusal.PartTooLarge(job.id(), part.name(), share.memory(), pool.id(), part.memory())
                : new Refusal.PartTooLarge(
                        job.id(), part.name(), slice.amounts().get(part.name()), pool.id(), part.count());
    }
}
