package dev.berth.service.workflow;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The booked plans by number, until a month after their deadline, and to which a reservation belongs. */
public final class Plans implements FactKeeper {
    public static final String KIND = "plan";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Tasks of plans that were given up. */
    private static final int RELEASED_TASKS = 100_000;

    private final TreeMap<Long, BookedPlan> byNumber = new TreeMap<>();
    private final Map<Long, Long> byReservation = new HashMap<>();
    private long last;

    record All(long last, List<BookedPlan> plans) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        return switch (Codec.read(PlanFact.class, body)) {
            case PlanFact.Booked booked -> {
                UndoLog undo = new UndoLog();
                forgettable(time).forEach(old -> undo.add(set(old, null)));
                long before = last;
                last = booked.plan().number();
                undo.add(() -> last = before);
                undo.add(set(last, booked.plan()));
                yield undo;
            }
            case PlanFact.Changed changed -> {
                BookedPlan plan = byNumber.get(changed.plan());
                if (plan == null) {
                    throw new IllegalArgumentException("there is no plan w" + changed.plan());
                }
                yield set(plan.number(), plan.with(changed.slots(), changed.released()));
            }
        };
    }

    /** What is long over, and the oldest of what was given up, if that is much. */
    private List<Long> forgettable(long time) {
        List<Long> forgettable = new ArrayList<>();
        int released = 0;
        for (BookedPlan plan : byNumber.descendingMap().values()) {
            released += plan.released() ? plan.slots().size() : 0;
            if (plan.terms().deadline() < time - KEPT || (plan.released() && released > RELEASED_TASKS)) {
                forgettable.add(plan.number());
            }
        }
        return forgettable;
    }

    private Undo set(long number, @Nullable BookedPlan plan) {
        BookedPlan before = put(number, plan);
        return () -> put(number, before);
    }

    private @Nullable BookedPlan put(long number, @Nullable BookedPlan plan) {
        BookedPlan before = plan == null ? byNumber.remove(number) : byNumber.put(number, plan);
        if (before != null) {
            before.slots().forEach(slot -> byReservation.remove(slot.reservation()));
        }
        if (plan != null) {
            plan.slots().stream()
                    .filter(slot -> slot.reservation() > 0)
                    .forEach(slot -> byReservation.put(slot.reservation(), number));
        }
        return before;
    }

    public Optional<BookedPlan> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    public Collection<BookedPlan> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    /** The number of the plan that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return Optional.ofNullable(byReservation.get(reservation));
    }

    public long next() {
        return last + 1;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(last, List.copyOf(byNumber.values()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        byNumber.clear();
        byReservation.clear();
        All all = Codec.read(All.class, snapshot);
        last = all.last();
        all.plans().forEach(plan -> put(plan.number(), plan));
    }
}
