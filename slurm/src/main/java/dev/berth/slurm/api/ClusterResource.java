package dev.berth.slurm.api;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.site.TrustedClock;
import dev.berth.slurm.Braked;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Mirrored;
import dev.berth.wire.Fields;
import dev.berth.wire.NodeRanges;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** {@code /cluster}: how book and cluster stand, and an operator's word that nodes are really down. */
public final class ClusterResource {
    private static final int MOST = 1000;
    private static final int USUAL = 200;

    private final SiteAccess access;
    private final Optional<Supplier<ClusterStatus>> cluster;
    private final Supplier<List<Braked>> release;
    private final TrustedClock clock;

    /**
     * Shows a cluster; empty if the site has none.
     *
     * @param release takes the brake off, and says what it held
     */
    public ClusterResource(
            SiteAccess access,
            Optional<Supplier<ClusterStatus>> cluster,
            Supplier<List<Braked>> release,
            TrustedClock clock) {
        this.access = access;
        this.cluster = cluster;
        this.release = release;
        this.clock = clock;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/cluster", Role.OPERATOR, this::show).atLeader(),
                new Endpoint("POST", "/cluster/release", Role.OPERATOR, this::release).alsoWhenFull());
    }

    /** Needs no key: to say it twice is the same as once. */
    private Answer release(Call call) {
        call.body().closed().check();
        status();
        List<Braked> released = release.get();
        if (!released.isEmpty()) {
            access.writeEachTime(call, transaction -> {
                released.forEach(each -> AuditLog.add(
                        transaction,
                        "release-brake",
                        each.pool().name(),
                        NodeRanges.folded(each.nodes()) + " count as down"));
                return Answer::nothing;
            });
        }
        return Answer.ok(ClusterJson.released(released));
    }

    private Answer show(Call call) {
        Fields query = call.query(Set.of("limit"));
        Mirrored.State state = query.oneOf("state", Mirrored.State.class);
        int limit = query.whole("limit", 1, MOST, USUAL);
        query.closed().check();
        return Answer.ok(new ClusterJson(status(), Optional.ofNullable(state), limit).write(clock.millis()));
    }

    private ClusterStatus status() {
        return cluster.map(Supplier::get)
                .orElseThrow(() -> Problem.of(
                                Code.NO_CLUSTER,
                                "This site has no cluster. To let a Slurm cluster keep what is booked, add cluster to"
                                        + " site.yaml; see /docs/slurm")
                        .toException());
    }
}
