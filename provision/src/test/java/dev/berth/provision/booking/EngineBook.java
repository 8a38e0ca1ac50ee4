package dev.berth.provision.booking;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A book of this process. A receipt is the number of a reservation. */
final class EngineBook implements SiteBook {
    private static final List<ReservationId> RELEASED = List.of();

    private final String name;
    private final Book book;
    private final long patience;
    private final Map<String, List<ReservationId>> groups = new HashMap<>();

    /**
     * A book.
     *
     * @param patience how long something is held, in the book's units of time
     */
    EngineBook(String name, Book book, long patience) {
        this.name = name;
        this.book = book;
        this.patience = patience;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Standing hold(String group, List<Wanted> wanted) {
        if (groups.containsKey(group)) {
            return standing(group);
        }
        List<ReservationId> held = new ArrayList<>();
        for (Wanted each : wanted) {
            Window window =
                    new Window(each.allocation().start(), each.allocation().end());
            Job job = Job.exactly(each.label(), window, each.allocation().servers())
                    .requiring(new Requirements(new PoolId(each.pool()), Map.of()));
            switch (book.submit(new Command.Hold(job, book.now() + patience))) {
                case Decision.Accepted accepted ->
                    held.add(accepted.reservation().id());
                case Decision.Refused refused -> {
                    held.forEach(id -> book.submit(new Command.Cancel(id)));
                    return new Standing.Gone(refused.refusal().toString());
                }
                case Decision.Report report -> throw new IllegalStateException("a report: " + report);
            }
        }
        groups.put(group, held);
        return new Standing.Held();
    }

    @Override
    public Standing standing(String group) {
        List<ReservationId> ids = groups.get(group);
        if (ids == null) {
            return new Standing.Unknown();
        }
        if (ids.isEmpty() || ids.stream().anyMatch(id -> book.reservation(id).isEmpty())) {
            return new Standing.Gone("released or lapsed");
        }
        return ids.stream().anyMatch(id -> book.heldUntil(id).isPresent())
                ? new Standing.Held()
                : new Standing.Booked(
                        ids.stream().map(id -> Long.toString(id.number())).toList());
    }

    @Override
    public Standing confirm(String group) {
        if (standing(group) instanceof Standing.Held) {
            groups.getOrDefault(group, RELEASED).forEach(id -> book.submit(new Command.Confirm(id)));
        }
        return standing(group);
    }

    @Override
    public void release(String group) {
        groups.getOrDefault(group, RELEASED).forEach(id -> book.submit(new Command.Cancel(id)));
        groups.put(group, RELEASED);
    }
}
