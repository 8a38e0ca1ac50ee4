package dev.berth.service.opportunistic;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.wire.Grace;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opportunistic jobs that had to make way and whose commands have not ended yet, as far as is known. Whoever gets their servers
 * waits until the runner has said that the command is over, but no longer than a runner, or its watchdog, lets it live.
 */
public final class Overdue {
    /** Time that a command may take to end, in milliseconds: its grace, and five seconds to hear that the servers are gone. */
    private static final long PATIENCE = Grace.SECONDS * 1_000 + 5_000;

    private final Map<Long, Course> courses = new HashMap<>();

    Undo set(Course course, long time) {
        courses.values()
                .removeIf(other ->
                        other.start().filter(start -> isPatient(start, time)).isEmpty());
        @Nullable Course before = put(course.opportunist(), isOverdue(course) ? course : null);
        return () -> put(course.opportunist(), before);
    }

    private @Nullable Course put(long opportunist, @Nullable Course course) {
        return course == null ? courses.remove(opportunist) : courses.put(opportunist, course);
    }

    void restore(Collection<Course> all) {
        courses.clear();
        all.stream().filter(Overdue::isOverdue).forEach(course -> courses.put(course.opportunist(), course));
    }

    private static boolean isOverdue(Course course) {
        return course.start().filter(Course.Start::isOverdue).isPresent();
    }

    private static boolean isPatient(Course.Start start, long now) {
        return now - start.left().orElse(0L) < PATIENCE;
    }

    private Stream<Course> on(PoolId pool, ServerSet servers, long now) {
        return courses.values().stream()
                .filter(course -> course.start()
                        .filter(start -> isPatient(start, now)
                                && start.pool().equals(pool)
                                && start.servers().stream().anyMatch(servers::contains))
                        .isPresent());
    }

    /**
     * Checks that no such command can still use some servers.
     *
     * @param runner the runner that asks: it has ended what it ran before
     * @throws dev.berth.wire.problem.Rejected if one may; that is over in a moment
     */
    public void check(PoolId pool, ServerSet servers, String runner, long now) {
        on(pool, servers, now)
                .filter(course -> course.start()
                        .filter(start -> !start.runner().equals(runner))
                        .isPresent())
                .findFirst()
                .ifPresent(course -> {
                    throw Problem.of(
                                    Code.SERVERS_IN_USE,
                                    "The command of the opportunistic job o%d, which had these servers before, has not ended yet; try again in a second"
                                            .formatted(course.opportunist()))
                            .toException();
                });
    }

    /** The owners of such commands that may still use a server. */
    public Stream<String> users(PoolId pool, int server, long now) {
        return on(pool, ServerSet.of(server), now).map(Course::user);
    }
}
