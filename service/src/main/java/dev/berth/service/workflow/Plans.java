package dev.berth.service.workflow;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Numbered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The booked plans by number, until a month after their deadline, and to which a reservation belongs. */
public final class Plans implements FactKeeper {
    public static final String KIND = "plan";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Tasks of plans that were given up. */
    private static final int RELEASED_TASKS = 100_000;

    private final Numbered<BookedPlan> plans = new Numbered<>(
            BookedPlan::number,
            plan -> plan.slots().stream().mapToLong(TaskSlot::reservation).filter(reservation -> reservation > 0));

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
                forgettable(time).forEach(old -> undo.add(plans.remove(old)));
                undo.add(plans.set(booked.plan()));
                yield undo;
            }
            case PlanFact.Changed changed -> {
                BookedPlan plan = plans.get(changed.plan())
                        .orElseThrow(() -> new IllegalArgumentException("there is no plan w" + changed.plan()));
                yield plans.set(plan.with(changed.slots(), changed.released()));
            }
        };
    }

    /** What is long over, and the oldest of what was given up, if that is much. */
    private List<Long> forgettable(long time) {
        List<Long> forgettable = new ArrayList<>();
        int released = 0;
        for (BookedPlan plan : plans.latestFirst()) {
            released += plan.released() ? plan.slots().size() : 0;
            if (plan.terms().deadline() < time - KEPT || (plan.released() && released > RELEASED_TASKS)) {
                forgettable.add(plan.number());
            }
        }
        return forgettable;
    }

    public Optional<BookedPlan> get(long number) {
        return plans.get(number);
    }

    public Collection<BookedPlan> all() {
        return plans.all();
    }

    /** The number of the plan that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return plans.of(reservation);
    }

    public long next() {
        return plans.last() + 1;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(plans.last(), List.copyOf(plans.all()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        All all = Codec.read(All.class, snapshot);
        plans.restore(all.last(), all.plans());
    }
}
