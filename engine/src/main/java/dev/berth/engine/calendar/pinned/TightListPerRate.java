package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import org.jspecify.annotations.Nullable;

/**
 * FF-HA with a better choice of the server, Berth's own: the same rate and the same first start, and of the servers that
 * are idle then the one whose idle period is the shortest. The calendar {@code earliest} chooses the same rate and start
 * without a server, so that what the two lose differs by late binding alone.
 */
final class TightListPerRate extends ListPerRate {
    @Override
    @Nullable
    IdlePeriod choose(IdleList list, Query query, long duration, Effort effort) {
        IdlePeriod tightest = null;
        int seen = 0;
        long latest = query.deadline() - duration;
        for (IdlePeriod period : list.periods()) {
            if (period.start > latest) {
                break;
            }
            seen++;
            if (period.fits(query.earliest(), duration, query.deadline())
                    && query.eligible().test(period.host.pool())
                    && (tightest == null || period.length() < tightest.length())) {
                tightest = period;
                // Only those that let the job start as early compete with it.
                latest = Math.max(period.start, query.earliest());
            }
        }
        effort.spend(IdleList.steps(seen));
        return tightest;
    }
}
