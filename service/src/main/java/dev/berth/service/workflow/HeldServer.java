package dev.berth.service.workflow;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Server that a plan of whole servers holds, as a machine to plan on.
 *
 * @param id its reservation
 * @param free when it can take tasks that are planned again
 */
record HeldServer(ReservationId id, Window free) {
    /**
     * Availability of these servers alone.
     *
     * @param servers by pool, in the order of the pools
     */
    static Availability availability(List<Pool> pools, List<List<HeldServer>> servers, Window window) {
        List<Supplier<List<FreeSteps>>> free = new ArrayList<>();
        for (List<HeldServer> each : servers) {
            List<FreeSteps> steps =
                    each.stream().map(server -> server.steps(window)).toList();
            free.add(() -> steps);
        }
        return new Availability(
                pools,
                free,
                servers.stream().mapToInt(List::size).toArray(),
                window,
                servers.stream().flatMap(List::stream).map(HeldServer::id).toList());
    }

    private FreeSteps steps(Window window) {
        FreeSteps steps = new FreeSteps();
        steps.add(window.start(), 0);
        steps.change(free, 1);
        return steps;
    }
}
