package dev.berth.broker.plan;

import dev.berth.engine.model.Money;
import java.util.List;
import java.util.Optional;

/**
 * The plans of a workflow for which no other one is both cheaper and done earlier.
 *
 * @param points by ascending price
 * @param tried the indexes of the plans that are tried, in that order; -1 for a plan that is none of the points
 * @param slots how many there were to choose from
 * @param leftOut how many slots there would have been beside
 * @param exact whether every choice of slots was looked at
 */
public record TradeOff(List<Point> points, List<Integer> tried, int slots, int leftOut, boolean exact) {
    public TradeOff {
        points = List.copyOf(points);
        tried = List.copyOf(tried);
    }

    /**
     * One plan.
     *
     * @param cost as advertised, before surcharges
     * @param makespan from the time at which the first task may start
     */
    public record Point(Money cost, long makespan, long finish, int slots) {}

    /** The index of the plan that is tried first, if it is one of the points. */
    public Optional<Integer> chosen() {
        return tried.stream().findFirst().filter(index -> index >= 0);
    }

    /** The same without the first plans, which cannot be had. */
    TradeOff without(int first) {
        return new TradeOff(points, tried.subList(first, tried.size()), slots, leftOut, exact);
    }
}
