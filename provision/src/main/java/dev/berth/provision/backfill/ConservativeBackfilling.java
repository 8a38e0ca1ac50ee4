package dev.berth.provision.backfill;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Conservative backfilling: each job gets the earliest window that is free when it is submitted, so that no job delays one
 * that came before. When a job ends early, those that wait are given their windows anew, in the order of their submission,
 * each while all others keep theirs; none becomes later (Mu'alem and Feitelson, IEEE TPDS 12(6), 2001).
 *
 * <p>The windows are kept by the calendar {@code earliest}, the one that serves users.
 */
final class ConservativeBackfilling implements Backfilling {
    private final Calendar calendar = Calendars.create("earliest");
    /** Reserved places of the waiting jobs, in the order of submission. */
    private final Map<Integer, Placement> waiting = new LinkedHashMap<>();

    private final Map<Integer, Placement> running = new HashMap<>();
    private boolean isRoomNew;

    ConservativeBackfilling(int servers) {
        calendar.addServers(new Pool("site", servers, "1"), 0, servers, 0);
    }

    @Override
    public void submit(int job, int servers, long estimate, long now) {
        compress(now);
        waiting.put(job, book(servers, estimate, now));
    }

    private Placement book(int servers, long estimate, long now) {
        Shape shape = new Shape.Rigid(servers, new Work(estimate));
        Query query = new Query(now, now, Window.FOREVER, shape, servers, Query.ANY_POOL);
        Placement placement = Objects.requireNonNull(calendar.find(query), "the end of time is free");
        calendar.book(placement);
        return placement;
    }

    @Override
    public void end(int job, long now) {
        Placement ended = Objects.requireNonNull(running.remove(job), "not running");
        if (ended.window().end() > now) {
            calendar.release(ended.withWindow(new Window(now, ended.window().end())));
            isRoomNew = true;
        }
    }

    private void compress(long now) {
        if (!isRoomNew) {
            return;
        }
        isRoomNew = false;
        waiting.replaceAll((job, placement) -> {
            calendar.release(placement);
            return book(placement.count(), placement.window().length(), now);
        });
    }

    @Override
    public List<Integer> start(long now) {
        compress(now);
        List<Integer> started = new ArrayList<>();
        for (Iterator<Map.Entry<Integer, Placement>> all = waiting.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Integer, Placement> each = all.next();
            if (each.getValue().window().start() <= now) {
                started.add(each.getKey());
                running.put(each.getKey(), each.getValue());
                all.remove();
            }
        }
        calendar.forget(now);
        return started;
    }

    @Override
    public long nextStart() {
        return waiting.values().stream()
                .mapToLong(placement -> placement.window().start())
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
