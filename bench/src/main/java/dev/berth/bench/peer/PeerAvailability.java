package dev.berth.bench.peer;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The little of a calendar that the literal rescheduling needs. */
public interface PeerAvailability {
    @Nullable
    Placement find(Query query);

    void book(Placement placement);

    void release(Placement placement);

    void forget(long now);

    /** Availability backed by one of Berth's calendars. */
    static PeerAvailability of(String policy, List<Pool> pools) {
        Calendar calendar = Calendars.create(policy);
        pools.forEach(pool -> calendar.addServers(pool, 0, pool.servers(), 0));
        return new PeerAvailability() {
            @Override
            public @Nullable Placement find(Query query) {
                return calendar.find(query);
            }

            @Override
            public void book(Placement placement) {
                calendar.book(placement);
            }

            @Override
            public void release(Placement placement) {
                calendar.release(placement);
            }

            @Override
            public void forget(long now) {
                calendar.forget(now);
            }
        };
    }
}
