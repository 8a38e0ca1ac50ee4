package dev.berth.service.guard;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.opportunistic.Overdue;
import dev.berth.site.View;
import java.util.List;
import java.util.stream.Stream;

/**
 * Owners of opportunistic jobs, who may use idle servers without a reservation: while the book lets them, and for the moment that
 * their commands take to end.
 */
record Idlers(List<Stint> running, Overdue overdue, long now) {
    static Idlers of(View view) {
        return new Idlers(
                List.copyOf(view.runningOpportunists()),
                view.facts(Courses.class).overdue(),
                view.now());
    }

    /** The users whose jobs may be on a server. */
    Stream<String> on(PoolId pool, int server) {
        return Stream.concat(
                running.stream()
                        .filter(stint ->
                                stint.pool().equals(pool) && stint.servers().contains(server))
                        .map(stint -> stint.opportunist().user()),
                overdue.users(pool, server, now));
    }
}
