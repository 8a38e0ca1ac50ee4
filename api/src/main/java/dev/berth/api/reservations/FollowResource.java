package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.api.watch.Followers;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Pools;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.runs.Beats;
import dev.berth.service.runs.Runs;
import dev.berth.site.Past;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.Times;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * {@code /reservations/{id}/follow}: for programs that act when a reservation starts, moves or ends. The caller says what it
 * has seen, and is answered when that is no longer so; nothing can be missed between two calls. A runner is heard by it, too:
 * it asks anyway as often as it has to be heard, and a request of its own would cost as much again.
 */
public final class FollowResource {
    /** Beyond that the place in the queue says little, and counting would keep everybody waiting. */
    private static final long MOST_COUNTED = 1_000;

    /** The fields of a reservation that decide when and where it runs. */
    private static final List<String> DECISIVE =
            List.of("state", "pool", "start", "expectedStart", "end", "serverNumbers");

    private static final int LONGEST_NAME = 100;

    private static final long MOST_WAIT = Duration.ofMinutes(1).toMillis();

    private final SiteAccess access;
    private final Followers followers;
    private final Beats beats;
    /** Each who waits holds a connection; without a place they are answered at once, and ask again. */
    private final Semaphore places;

    /**
     * Lets programs follow the reservations of a site.
     *
     * @param mostWaiting how many may wait at a time
     */
    public FollowResource(SiteAccess access, Followers followers, Beats beats, int mostWaiting) {
        this.access = access;
        this.beats = beats;
        this.followers = followers;
        this.places = new Semaphore(mostWaiting);
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/reservations/{id}/follow", Role.USER, this::follow));
    }

    private Answer follow(Call call) {
        Fields query = call.query(Set.of());
        String seen = query.text("seen", 100);
        String runner = query.text("runner", LONGEST_NAME);
        Long wait = query.duration("wait");
        if (wait != null && (wait < 0 || wait > MOST_WAIT)) {
            query.fault("wait", "must be from PT0S to PT1M");
        }
        query.closed().check();
        ReservationId id = call.reservation();
        Optional<Boolean> heard = Optional.ofNullable(runner).map(name -> hears(call, name));
        if (wait == null || seen == null || !places.tryAcquire()) {
            return Answer.ok(course(call, id).json(0, heard));
        }
        try {
            long asked = System.nanoTime();
            Course course = changed(call, id, seen, asked + TimeUnit.MILLISECONDS.toNanos(wait));
            return Answer.ok(course.json(System.nanoTime() - asked, heard));
        } finally {
            places.release();
        }
    }

    /** Where several instances serve the site, the leader alone counts who is silent. */
    private boolean hears(Call call, String runner) {
        return !access.isFollowing() && beats.hear(call.reservation(), call.account(), runner, access.now());
    }

    /** How it stands once that differs from what the caller has seen, or once their time is over. */
    private Course changed(Call call, ReservationId id, String seen, long end) {
        while (true) {
            try (Followers.Follower follower = followers.follow(id)) {
                Course course = course(call, id);
                long left = end - System.nanoTime();
                boolean mayWait = left > 0
                        && !followers.isClosed()
                        && !Thread.currentThread().isInterrupted();
                if (!mayWait || !course.version().equals(seen)) {
                    return course;
                }
                // The next news may be of a change that the caller has seen already.
                follower.await(left);
            }
        }
    }

    private Course course(Call call, ReservationId id) {
        return access.read(view -> {
            Reservation reservation = Bookings.find(view, id)
                    .or(() -> view.past(id).map(Past::reservation))
                    .orElseThrow(() -> Bookings.unknown(id));
            if (!Runs.mayFollow(view, call.account(), reservation)) {
                call.account().checkOwns(reservation.job().user(), "reservation " + id);
            }
            VisibleReservations visible = new VisibleReservations(view, call.account());
            ObjectNode node = visible.of(id);
            OptionalLong before = before(view, reservation);
            if (before.isPresent()) {
                visible.addExpectedStarts(List.of(node));
            }
            PoolId pool = reservation.placement().pool();
            boolean hosts = Pools.find(view, pool).hasParts();
            List<ServerMachine> machines = ServerNames.of(view)
                    .machines(
                            pool,
                            ReservationJson.told(reservation, hosts).placement().servers());
            ServerSet shunned = view.shunned(pool);
            return new Course(view.now(), node, machines, shunned, before);
        });
    }

    /** How many in its pool start before it and do not run yet; empty if it does not wait, or if they are very many. */
    private static OptionalLong before(View view, Reservation reservation) {
        long start = reservation.window().start();
        PoolId pool = reservation.placement().pool();
        if (reservation.state() != Reservation.State.WAITING) {
            return OptionalLong.empty();
        }
        if (start <= view.now()) {
            return OptionalLong.of(0);
        }
        // Those that start with it and were booked before are before it, too.
        Window until = new Window(view.now(), start + 1);
        if (view.busyness(pool, until) > MOST_COUNTED) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(view.within(pool, until).stream()
                .filter(other -> !other.isRunning()
                        && (other.window().start() < start || other.id().compareTo(reservation.id()) < 0))
                .count());
    }

    /** How a reservation stands at a time. */
    private record Course(
            long now, ObjectNode reservation, List<ServerMachine> machines, ServerSet shunned, OptionalLong before) {
        /**
         * Fingerprint of all that decides when and where it runs: two that differ never have the same one. It is no number of an
         * entry, because an expected start changes without one, and because every instance must make the same.
         */
        String version() {
            ArrayNode all = Json.array();
            DECISIVE.forEach(field -> all.add(reservation.path(field)));
            return Secrets.hash(Json.bytes(all));
        }

        ObjectNode json(long waitedNanos, Optional<Boolean> heard) {
            ObjectNode node = Json.object()
                    .put("now", Times.instant(now))
                    .put("seen", version())
                    .put(
                            "waited",
                            Duration.ofNanos(waitedNanos)
                                    .truncatedTo(ChronoUnit.MILLIS)
                                    .toString());
            node.set("reservation", reservation);
            if (!machines.isEmpty()) {
                ArrayNode all = node.putArray("machines");
                machines.forEach(machine -> all.add(json(machine)));
            }
            before.ifPresent(count -> node.put("before", count));
            heard.ifPresent(isHeard -> node.put("heard", isHeard));
            return node;
        }

        private ObjectNode json(ServerMachine machine) {
            ObjectNode node = machine.json();
            return shunned.contains(machine.number()) ? node.put("usedByOthers", true) : node;
        }
    }
}
