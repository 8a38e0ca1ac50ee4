package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.OpportunistJson;
import dev.berth.api.SiteAccess;
import dev.berth.api.watch.Followers;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.Foresight;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.service.runs.OpportunistBeats;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code /opportunists/{opportunist}/follow}: for the runner of an opportunistic job, which is answered when the job gets servers, loses them
 * or will need to make way at another time. Any change of the site may be such a change.
 */
public final class FollowOpportunistResource {
    /** The fields that decide when and where it runs. */
    private static final List<String> DECISIVE = List.of("state", "pool", "since", "until", "serverNumbers");

    private static final int LONGEST_NAME = 100;

    private static final long MOST_WAIT = Duration.ofMinutes(1).toMillis();

    /** On a busy site it is not looked at after every change. */
    private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(200);

    private final SiteAccess access;
    private final Followers followers;
    private final OpportunistBeats beats;
    private final Semaphore places;

    /**
     * Lets runners follow opportunistic jobs.
     *
     * @param mostWaiting how many may wait at a time
     */
    public FollowOpportunistResource(SiteAccess access, Followers followers, OpportunistBeats beats, int mostWaiting) {
        this.access = access;
        this.followers = followers;
        this.beats = beats;
        this.places = new Semaphore(mostWaiting);
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/opportunists/{opportunist}/follow", Role.USER, this::follow));
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
        OpportunistId id = OpportunistsResource.id(call);
        Optional<Boolean> heard = Optional.ofNullable(runner).map(name -> hears(call, id, name));
        if (wait == null || seen == null || !places.tryAcquire()) {
            return Answer.ok(standing(call, id).json(0, heard));
        }
        try {
            long asked = System.nanoTime();
            Standing standing = changed(call, id, seen, asked + TimeUnit.MILLISECONDS.toNanos(wait));
            return Answer.ok(standing.json(System.nanoTime() - asked, heard));
        } finally {
            places.release();
        }
    }

    /** Where several instances serve the site, the leader alone counts who is silent. */
    private boolean hears(Call call, OpportunistId id, String runner) {
        return !access.isFollowing() && beats.hear(id, call.account(), runner, access.now());
    }

    /** How it stands once that differs from what the caller has seen, or once their time is over. */
    private Standing changed(Call call, OpportunistId id, String seen, long end) {
        while (true) {
            try (Followers.Follower follower = followers.followAll()) {
                Standing standing = standing(call, id);
                long left = end - System.nanoTime();
                boolean mayWait = left > 0
                        && !followers.isClosed()
                        && !Thread.currentThread().isInterrupted();
                if (!mayWait || !standing.version().equals(seen)) {
                    return standing;
                }
                follower.await(left);
            }
            LockSupport.parkNanos(Math.min(BETWEEN_LOOKS, Math.max(0, end - System.nanoTime())));
        }
    }

    private Standing standing(Call call, OpportunistId id) {
        Asked asked = access.read(view -> Asked.of(view, OpportunistOrders.own(view, call.account(), id)));
        OptionalLong until = asked.foresight().map(Foresight::until).orElse(OptionalLong.empty());
        until.ifPresent(time -> asked.node().put("until", Times.instant(time)));
        return new Standing(asked);
    }

    /** Answer of the site at once; when the job has to make way is found out without keeping the site. */
    private record Asked(
            long now, ObjectNode node, List<ServerMachine> machines, Optional<Foresight> foresight, long before) {
        static Asked of(View view, Course course) {
            OpportunistId id = new OpportunistId(course.opportunist());
            Optional<Stint> stint = OpportunistOrders.running(view, id);
            return new Asked(
                    view.now(),
                    new OpportunistJson(view).of(course),
                    stint.map(each -> ServerNames.of(view).machines(each.pool(), each.servers()))
                            .orElse(List.of()),
                    stint.map(each -> Foresight.of(view, each)),
                    stint.isPresent()
                            ? 0
                            : view.queuedOpportunists().stream()
                                    .filter(each -> each.id().compareTo(id) < 0)
                                    .count());
        }
    }

    /** How a job stands at a time. */
    private record Standing(Asked asked) {
        /** Fingerprint of all that decides when and where it runs. */
        String version() {
            ArrayNode all = Json.array();
            DECISIVE.forEach(field -> all.add(asked.node().path(field)));
            return Secrets.hash(Json.bytes(all));
        }

        ObjectNode json(long waitedNanos, Optional<Boolean> heard) {
            ObjectNode node = Json.object()
                    .put("now", Times.instant(asked.now()))
                    .put("seen", version())
                    .put(
                            "waited",
                            Duration.ofNanos(waitedNanos)
                                    .truncatedTo(ChronoUnit.MILLIS)
                                    .toString());
            node.set("opportunist", asked.node());
            if (!asked.machines().isEmpty()) {
                node.set("machines", ServerMachine.json(asked.machines()));
            }
            if (asked.node().path("state").asText().equals("queued")) {
                node.put("before", asked.before());
            }
            heard.ifPresent(isHeard -> node.put("heard", isHeard));
            return node;
        }
    }
}
