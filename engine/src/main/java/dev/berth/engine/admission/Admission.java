package dev.berth.engine.admission;

import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.model.BadValue;
import java.util.ArrayList;
import java.util.List;

/** What a book does for a job beyond looking for a free place. */
public sealed interface Admission {
    Admission DIRECT = new Direct();
    Admission REPLAN = new Replan();

    /** A job goes where there is room; nothing that is booked moves. */
    record Direct() implements Admission {
        @Override
        public String toString() {
            return "direct";
        }
    }

    /** With every job the queue of those that wait is scheduled anew, in an order (netto, Algorithm 1). */
    record Reschedule(Order order) implements Admission {
        @Override
        public String toString() {
            return "reschedule-" + order;
        }
    }

    /** A job goes where there is room; if there is none, others move within their agreements to make some. */
    record Replan() implements Admission {
        @Override
        public String toString() {
            return "replan";
        }
    }

    static List<String> names() {
        List<String> names = new ArrayList<>(List.of("direct", "replan"));
        for (Order order : Order.values()) {
            names.add(new Reschedule(order).toString());
        }
        return List.copyOf(names);
    }

    /** The inverse of {@code toString()}. */
    static Admission of(String name) {
        for (Order order : Order.values()) {
            if (name.equals(new Reschedule(order).toString())) {
                return new Reschedule(order);
            }
        }
        return switch (name) {
            case "direct" -> DIRECT;
            case "replan" -> REPLAN;
            default -> throw new BadValue("admission", name, "the modes are " + String.join(", ", names()));
        };
    }
}
