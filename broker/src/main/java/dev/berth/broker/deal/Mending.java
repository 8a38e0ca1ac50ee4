package dev.berth.broker.deal;

import java.util.List;

/**
 * A part that is being booked in the place of lost reservations.
 *
 * @param group of the part that has lost them
 * @param lost their ids at its site
 * @param part what is to take their place
 * @param others what is tried next, one after the other
 * @param decided whether the site holds it, so that it is to be confirmed from now on
 * @param since when it came to this part
 * @param life until when the site may keep what it holds, by the clock of the broker
 */
public record Mending(
        String group, List<String> lost, DealPart part, List<DealPlan> others, boolean decided, long since, long life) {
    public Mending {
        lost = List.copyOf(lost);
        others = List.copyOf(others);
    }

    /** The first of some plans. */
    public static Mending first(String group, List<String> lost, List<DealPlan> plans, long now, long life) {
        return new Mending(
                group, lost, plans.getFirst().parts().getFirst(), plans.subList(1, plans.size()), false, now, life);
    }

    public Mending decided(DealPart held, long until) {
        return new Mending(group, lost, held, others, true, since, until);
    }
}
