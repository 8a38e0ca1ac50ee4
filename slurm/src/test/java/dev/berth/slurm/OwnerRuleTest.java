package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.wire.problem.Rejected;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes are booked for Unix users only; whom this machine knows is asked of the machine itself. */
class OwnerRuleTest {
    private static final String NOBODY = "nobody-of-that-name";

    private final TestSite site = new TestSite();

    @BeforeEach
    void nodesAndDesks() {
        site.submit(new Command.AddPool(
                new Pool(new PoolId("batch"), 4, Rate.of("1"), Map.of(ClusterPools.PARTITION, "batch"))));
        site.submit(new Command.AddPool(new Pool(new PoolId("desk"), 4, Rate.of("1"), Map.of())));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void require(Map<String, String> users) {
        site.site().require(new OwnerRule(new UnixUsers(users), Optional.of(new UnixAccounts(System::nanoTime))));
    }

    private Decision book(String account, String pool) {
        long now = site.read(view -> view.now());
        return site.submit(new Command.Reserve(
                TestSite.job(account, new Window(now, now + 60_000), 1).requiring(Requirements.pool(pool))));
    }

    @Test
    void whoIsNoUnixUser_booksNoNodes_butAnythingElse() {
        require(Map.of("olga", "root"));
        assertThatThrownBy(() -> book(NOBODY, "batch")).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.problem().code()).isEqualTo("no-unix-user");
            assertThat(rejected.problem().detail().toString())
                    .containsSubsequence("Account " + NOBODY, "Unix user \"" + NOBODY + "\"", "unixUsers in site.yaml");
        });
        assertThatThrownBy(() -> book("Anna.Miller", "batch")).hasMessageContainingAll("\"Anna.Miller\" ", "Unix user");
        assertThat(site.open()).isZero();
        assertThat(book("olga", "batch")).isInstanceOf(Decision.Accepted.class);
        assertThat(book(NOBODY, "desk")).isInstanceOf(Decision.Accepted.class);
    }

    @Test
    void aJobWithCards_hasACoreOfEachSocket() {
        PoolId pool = new PoolId("gpu");
        site.submit(new Command.AddPool(new Pool(
                pool,
                1,
                Rate.of("1"),
                Map.of(ClusterPools.PARTITION, "gpu"),
                Parts.of(Part.devices("gpu", 8), Part.amount("cores", 16)))));
        site.site().require(new OwnerRule(UnixUsers.SAME, Optional.empty(), Map.of(pool, 2)));
        assertThatThrownBy(() -> book(Map.of("gpu", 1L, "cores", 1L)))
                .isInstanceOfSatisfying(Rejected.class, rejected -> {
                    assertThat(rejected.problem().code()).isEqualTo("no-cores");
                    assertThat(rejected.problem().detail().toString()).contains("pool gpu", "--cores 2");
                });
        assertThat(site.open()).isZero();
        assertThat(book(Map.of("gpu", 1L, "cores", 2L))).isInstanceOf(Decision.Accepted.class);
        assertThat(book(Map.of("cores", 1L))).as("without cards").isInstanceOf(Decision.Accepted.class);
    }

    private Decision book(Map<String, Long> parts) {
        long now = site.read(view -> view.now());
        return site.submit(new Command.Reserve(TestSite.job("olga", new Window(now, now + 60_000), 1)
                .requiring(Requirements.pool("gpu").withSlice(Slice.of(parts)))));
    }

    @Test
    void aMachineWithoutTheUsersOfTheCluster_checksTheFormAlone() {
        site.site().require(new OwnerRule(UnixUsers.SAME, Optional.empty()));
        assertThat(book(NOBODY, "batch")).isInstanceOf(Decision.Accepted.class);
        assertThatThrownBy(() -> book("Anna.Miller", "batch")).isInstanceOf(Rejected.class);
    }
}
