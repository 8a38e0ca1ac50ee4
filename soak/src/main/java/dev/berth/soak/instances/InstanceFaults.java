package dev.berth.soak.instances;

import dev.berth.soak.network.Network;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Faults of instances, network and database. Each ends by itself; the instances decide who leads. */
final class InstanceFaults {
    private static final long SKEW = 10_000;
    private static final long STOPPED = 10_000;
    private static final long LONGEST_WAIT = 20_000;

    private final SharedDatabase database;
    private final List<Member> members;
    private final SplittableRandom random;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final List<Takeover> takeovers = new ArrayList<>();

    private interface Action {
        void run() throws IOException, InterruptedException, SQLException;
    }

    record Fault(String name, Action action) {}

    /** That a leader of some term was lost at a moment. */
    record Takeover(long moment, long term) {}

    InstanceFaults(SharedDatabase database, List<Member> members, SplittableRandom random) {
        this.database = database;
        this.members = members;
        this.random = random;
    }

    private List<Fault> all() {
        return List.of(
                new Fault("kill-leader", this::killLeader),
                new Fault("kill-follower", () -> kill(follower())),
                new Fault("stop", this::stop),
                new Fault("delay", this::delay),
                new Fault("silence", this::silence),
                new Fault("refuse", this::refuse),
                new Fault("half-close", this::halfClose),
                new Fault("cut", this::cut),
                new Fault("cut-in-commit", () -> catchCommit(Network.Trap.INSIDE)),
                new Fault("cut-before-answer", () -> catchCommit(Network.Trap.BEFORE_ITS_ANSWER)),
                new Fault("late-commit", () -> catchCommit(Network.Trap.LATE)),
                new Fault("restart-database", database::restart),
                new Fault("crash-database", database::crash),
                new Fault("waiting-standby", this::waitForStandby),
                new Fault("clocks", this::moveClocks));
    }

    /** Faults with these names; all faults if no names are given. */
    List<Fault> all(List<String> names) {
        List<Fault> chosen = all().stream()
                .filter(each -> names.isEmpty() || names.contains(each.name()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("faults: "
                    + String.join(", ", all().stream().map(Fault::name).toList()));
        }
        return chosen;
    }

    void run(Fault fault) throws IOException, InterruptedException, SQLException {
        fault.action.run();
        counts.merge(fault.name, 1, Integer::sum);
    }

    boolean hadAll(List<String> names) {
        return all(names).stream().allMatch(each -> counts.containsKey(each.name()));
    }

    Map<String, Integer> counts() {
        return counts;
    }

    List<Takeover> takeovers() {
        return takeovers;
    }

    private Member leader() throws InterruptedException {
        while (true) {
            String address = database.leader().orElse("");
            for (Member member : members) {
                if (member.address().equals(address)) {
                    return member;
                }
            }
            Thread.sleep(10);
        }
    }

    private Member follower() throws InterruptedException {
        Member leader = leader();
        List<Member> others =
                members.stream().filter(each -> !each.equals(leader)).toList();
        return others.get(random.nextInt(others.size()));
    }

    private Member mostlyLeader() throws InterruptedException {
        return random.nextInt(4) == 0 ? follower() : leader();
    }

    private void awaitOther(Member than) throws InterruptedException {
        while (database.leader().filter(each -> !each.equals(than.address())).isEmpty()) {
            Thread.sleep(10);
        }
    }

    private void kill(Member member) throws IOException, InterruptedException {
        member.process().kill();
        member.restart();
    }

    private void killLeader() throws IOException, InterruptedException, SQLException {
        Member leader = leader();
        // Those that were killed before are back: who follows takes over, and nobody has to be waited for.
        for (Member member : members) {
            member.awaitAnswers();
        }
        long term = database.term();
        leader.process().kill();
        takeovers.add(new Takeover(System.nanoTime(), term));
        awaitOther(leader);
        leader.restart();
    }

    private void stop() throws IOException, InterruptedException {
        mostlyLeader().process().pause(STOPPED);
    }

    private void delay() throws InterruptedException {
        members.forEach(each -> each.network.delay(5 + random.nextInt(60)));
        Thread.sleep(2_000);
        members.forEach(each -> each.network.delay(0));
    }

    private void silence() throws InterruptedException {
        Member hit = mostlyLeader();
        hit.network.silent(true);
        Thread.sleep(500 + random.nextInt(7_000));
        hit.network.silent(false);
    }

    private void refuse() throws InterruptedException {
        Member hit = mostlyLeader();
        hit.network.refuse(true);
        hit.network.cut();
        Thread.sleep(500 + random.nextInt(5_000));
        hit.network.refuse(false);
    }

    private void halfClose() throws InterruptedException {
        mostlyLeader().network.halfClose(random.nextBoolean());
    }

    private void cut() throws InterruptedException, SQLException {
        if (random.nextBoolean()) {
            database.cutAll();
        } else {
            mostlyLeader().network.cut();
        }
    }

    private void catchCommit(Network.Trap trap) throws InterruptedException {
        Member hit = leader();
        hit.network.catchCommit(trap);
        long begun = System.currentTimeMillis();
        while (!hit.network.hasCaught() && System.currentTimeMillis() - begun < LONGEST_WAIT) {
            Thread.sleep(5);
        }
        hit.network.catchCommit(Network.Trap.NONE);
    }

    /** Commits wait; then the standby is back, or somebody ends those that wait. */
    private void waitForStandby() throws InterruptedException, SQLException {
        database.awaitStandby(true);
        try {
            Thread.sleep(500 + random.nextInt(3_000));
            if (random.nextInt(3) > 0) {
                database.giveUpStandby(random.nextBoolean());
                Thread.sleep(500);
            }
        } finally {
            database.awaitStandby(false);
        }
    }

    /** One follower is 10 s ahead or behind when the leader is killed, and a leader is while it leads. */
    private void moveClocks() throws IOException, InterruptedException, SQLException {
        long skew = random.nextBoolean() ? SKEW : -SKEW;
        Member wrong = follower();
        wrong.process().moveClock(skew);
        killLeader();
        Member leader = leader();
        leader.process().moveClock(-skew);
        Thread.sleep(1_500);
        leader.process().moveClock(0);
        wrong.process().moveClock(0);
    }
}
