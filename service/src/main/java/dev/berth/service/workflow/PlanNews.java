package dev.berth.service.workflow;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.Transaction;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * News about plans for the event stream. Keeps nothing: the plans are kept elsewhere, in facts that are large and that a listener
 * need not read.
 */
public final class PlanNews implements FactKeeper<PlanNews.Line> {
    public static final String KIND = "plan-news";

    /** Event in the life of a plan. */
    public enum What {
        BOOKED,
        REPLANNED,
        RELEASED,
        /** Booking of a provision, under the provision's own number; the same holds for its release. */
        PROVISION_BOOKED,
        PROVISION_RELEASED,
        /** A deal of a broker stands otherwise than before, by its own number. */
        DEAL_CHANGED
    }

    /** A line of news, as a fact. */
    public record Line(long plan, String owner, String name, What what) {}

    static void tell(Transaction transaction, BookedPlan plan, What what) {
        tell(transaction, new Line(plan.number(), plan.owner(), plan.graph().name(), what));
    }

    public static void tell(Transaction transaction, Line line) {
        transaction.record(KIND, line);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Line> type() {
        return Line.class;
    }

    @Override
    public Undo apply(Line fact, long time, String actor) {
        return () -> {};
    }

    @Override
    public Stream<byte[]> capture() {
        return Stream.empty();
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {}
}
