package dev.berth.service.http.cluster;

import dev.berth.service.account.Role;
import dev.berth.service.cluster.ClusterStatus;
import dev.berth.service.cluster.Mirrored;
import dev.berth.service.http.Answer;
import dev.berth.service.http.Call;
import dev.berth.service.http.Endpoint;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.TrustedClock;
import dev.berth.service.wire.Fields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** {@code /cluster}: how book and cluster stand. */
public final class ClusterResource {
    private static final int MOST = 1000;
    private static final int USUAL = 200;

    private final Optional<Supplier<ClusterStatus>> cluster;
    private final TrustedClock clock;

    /** Shows a cluster; empty if the site has none. */
    public ClusterResource(Optional<Supplier<ClusterStatus>> cluster, TrustedClock clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/cluster", Role.OPERATOR, this::show).atLeader());
    }

    private Answer show(Call call) {
        Fields query = call.query(Set.of("limit"));
        Mirrored.State state = query.oneOf("state", Mirrored.State.class);
        int limit = query.whole("limit", 1, MOST, USUAL);
        query.closed().check();
        ClusterStatus status = cluster.map(Supplier::get)
                .orElseThrow(() -> Problem.of(
                                Code.NO_CLUSTER,
                                "This site has no cluster. To let a Slurm cluster keep what is booked, add cluster to"
                                        + " site.yaml; see /docs/slurm")
                        .toException());
        return Answer.ok(new ClusterJson(status, Optional.ofNullable(state), limit).write(clock.millis()));
    }
}
