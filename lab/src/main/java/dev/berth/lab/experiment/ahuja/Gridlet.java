package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Request;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Work;
import java.util.List;

/**
 * A job of ahuja's evaluation. What it draws is its own, so that it is the same for every scheduler.
 *
 * @param draw from 0 to below 100: it seeks advance reservation if the percentage that does is above
 * @param start when it is to start if it does
 * @param luck from -1 to 1: how its run time differs from what was reserved, as a share of the most it can
 * @param resources where it is tried, in a random order
 */
record Gridlet(Request request, double draw, long start, double luck, List<Pool> resources) {
    Gridlet {
        resources = List.copyOf(resources);
    }

    Work work() {
        return new Work(request.length());
    }

    boolean seeksReservation(int percent) {
        return draw < percent;
    }
}
