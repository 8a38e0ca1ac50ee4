package dev.berth.service.workflow;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The booked plans by number, until a month after their deadline, and to which a reservation belongs. Of those that were
 * given up only the latest are kept.
 */
public final class Plans implements FactKeeper<PlanFact> {
    public static final String KIND = "plan";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Tasks and edges of plans that were given up, of one user and in all. */
    private static final long RELEASED_OF_ONE = 50_000;

    /** Memory of a task or an edge in bytes, approximately. */
    private static final long BYTES = 200;

    private static final long RELEASED_IN_ALL = Memory.atMost(200_000 * BYTES, 32) / BYTES;

    private final Numbered<BookedPlan> plans;

    private static final class OfPlans implements Numbered.Traits<BookedPlan> {
        @Override
        public long number(BookedPlan plan) {
            return plan.number();
        }

        @Override
        public String owner(BookedPlan plan) {
            return plan.owner();
        }

        @Override
        public LongStream reservations(BookedPlan plan) {
            return plan.slots().stream().mapToLong(TaskSlot::reservation).filter(reservation -> reservation > 0);
        }

        @Override
        public boolean isOver(BookedPlan plan) {
            return plan.released();
        }

        @Override
        public long weight(BookedPlan plan) {
            return (long) plan.slots().size() + plan.graph().from().size();
        }
    }

    record All(long last, List<BookedPlan> plans) {}

    public Plans() {
        this(RELEASED_OF_ONE, RELEASED_IN_ALL);
    }

    Plans(long releasedOfOne, long releasedInAll) {
        plans = new Numbered<>(new OfPlans(), new PastRecords(releasedOfOne, releasedInAll));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<PlanFact> type() {
        return PlanFact.class;
    }

    @Override
    public Undo apply(PlanFact fact, long time, String actor) {
        return switch (fact) {
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

    private List<Long> forgettable(long time) {
        return plans.all().stream()
                .filter(plan -> plan.terms().deadline() < time - KEPT)
                .map(BookedPlan::number)
                .toList();
    }

    public Optional<BookedPlan> get(long number) {
        return plans.get(number);
    }

    public Collection<BookedPlan> all() {
        return plans.all();
    }

    /** How many tasks a user has in plans that are before their deadlines. */
    long openTasks(String owner, long now) {
        return plans.all().stream()
                .filter(plan -> plan.owner().equals(owner)
                        && !plan.released()
                        && plan.terms().deadline() > now)
                .mapToLong(plan -> plan.slots().size())
                .sum();
    }

    /** The number of the plan that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return plans.of(reservation);
    }

    @Override
    public long openBytes() {
        return BYTES * plans.open();
    }

    public long next() {
        return plans.last() + 1;
    }

    @Override
    public Stream<byte[]> capture() {
        long last = plans.last();
        return Pieces.of(List.copyOf(plans.all()), 1, some -> Codec.write(All.class, new All(last, some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        plans.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            plans.add(all.last(), all.plans());
        });
    }
}
