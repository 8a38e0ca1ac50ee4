package dev.berth.service.broker;

import dev.berth.engine.model.Money;
import java.util.List;

/**
 * The plans of a workflow for which no other one is both cheaper and done earlier.
 *
 * @param points by ascending price
 * @param tried the indexes of those that are tried, in that order; the first is the one that is chosen
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

    /** The same without the first plans, which cannot be had. */
    TradeOff without(int first) {
        return new TradeOff(points, tried.subList(first, tried.size()), slots, leftOut, exact);
    }
}
