package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Rate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * FF-HA with a better choice of the server, Berth's own: the same rate and the same first start, and of the servers that
 * are idle then the one whose idle period is the shortest. The calendar {@code earliest} chooses the same rate and start
 * without a server, so that what the two lose differs by late binding alone.
 */
final class TightListPerRate extends ListPerRate {
    @Override
    public @Nullable IdlePeriod choose(Query query) {
        for (Map.Entry<Rate, IdleList> list : lists.entrySet()) {
            IdlePeriod found = choose(list.getValue(), query, query.duration(list.getKey()));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable IdlePeriod choose(IdleList list, Query query, long duration) {
        IdlePeriod tightest = null;
        long latest = query.deadline() - duration;
        for (IdlePeriod period : list.periods()) {
            if (period.start > latest) {
                break;
            }
            if (period.fits(query.earliest(), duration, query.deadline())
                    && query.eligible().test(period.host.pool())
                    && (tightest == null || period.length() < tightest.length())) {
                tightest = period;
                // Only those that let the job start as early compete with it.
                latest = Math.max(period.start, query.earliest());
            }
        }
        return tightest;
    }
}
