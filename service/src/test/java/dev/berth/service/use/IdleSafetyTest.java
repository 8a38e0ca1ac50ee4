package dev.berth.service.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Pools;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UseFact;
import dev.berth.service.runs.Run;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Random use of four cards on two hosts, with readings that are missing, guards and runners that die, restarts, clocks that jump, and
 * owners who keep what is idle. Named properties, checked against a log of all that was really used and read, by the time that has really
 * passed: {@code nothingInUseIsGivenBack}, {@code nothingUnseenIsGivenBack}, {@code nobodyIsSurprised}, {@code keptStays}, and
 * {@code idleIsGivenBack}, so that the others do not hold because nothing ever happens.
 */
class IdleSafetyTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 700;
    private static final long ROUND = 30_000;
    private static final long GAP = 90_000;
    private static final long LIMIT = Duration.ofMinutes(10).toMillis();
    private static final PoolId CARDS = new PoolId("cards");
    private static final int CARDS_IN_ALL = 4;
    private static final List<String> HOSTS = List.of("one", "two");

    private final TestSite site = new TestSite();
    private final TreeSet<String> seen = new TreeSet<>();
    private SplittableRandom random = new SplittableRandom(0);
    private String where = "";

    /** Time that has really passed; the clock of the site may say something else. */
    private long elapsed;

    private IdleRule.Then then = IdleRule.Then.END;
    private UseMeters meters = meters();
    private UseWatch watch = new UseWatch(site.site(), meters, id -> false);

    private final boolean[] isBusy = new boolean[CARDS_IN_ALL];
    private final boolean[] isHeld = new boolean[CARDS_IN_ALL];
    private final boolean[] isGuardDead = new boolean[HOSTS.size()];
    /** Runs by reservation. */
    private final Map<ReservationId, Run> runs = new HashMap<>();

    /** All readings of a card: when, by whom, and whether it was in use; nothing else is known to the service. */
    private record Seen(long at, String observer, boolean isUsed, boolean isHeld) {}

    private final List<List<Seen>> readings = new ArrayList<>();
    private final TreeMap<ReservationId, Long> told = new TreeMap<>();
    private final Map<ReservationId, Long> keptUntil = new HashMap<>();
    private long restarted;

    private UseMeters meters() {
        return new UseMeters(
                new IdleRules(Map.of(CARDS, new IdleRule(5, LIMIT, then, LIMIT))), UnixUsers.SAME, () -> elapsed);
    }

    @Test
    void randomUse_breaksNoProperty() {
        TreeSet<String> all = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            IdleSafetyTest one = new IdleSafetyTest();
            one.run(seed);
            one.site.close();
            all.addAll(one.seen);
        }
        assertThat(all).contains("ended", "shrunk", "kept", "restart", "gap", "ahead", "back", "told", "runner");
    }

    private void run(long seed) {
        random = new SplittableRandom(seed);
        then = seed % 3 == 0 ? IdleRule.Then.SHRINK : IdleRule.Then.END;
        restart();
        for (int i = 0; i < CARDS_IN_ALL; i++) {
            readings.add(new ArrayList<>());
        }
        List<NamedServer> servers = new ArrayList<>();
        for (int i = 0; i < CARDS_IN_ALL; i++) {
            servers.add(new NamedServer("gpu" + i, Optional.of(HOSTS.get(i / 2)), Optional.of("GPU-" + i)));
        }
        site.write(TestSite.OLGA, transaction -> {
            Pools.add(
                    transaction,
                    new PoolJson.Planned(
                            new Pool("cards", CARDS_IN_ALL, "1"), Optional.empty(), new Unit("gpu"), servers));
            return true;
        });
        for (int step = 0; step < STEPS; step++) {
            where = "seed %d, step %d".formatted(seed, step);
            step();
        }
    }

    private void step() {
        if (random.nextInt(6) == 0) {
            book();
        }
        for (int i = 0; i < CARDS_IN_ALL; i++) {
            if (random.nextInt(isBusy[i] ? 8 : 60) == 0) {
                isBusy[i] = !isBusy[i];
                isHeld[i] = isBusy[i] || random.nextInt(3) == 0;
            }
        }
        for (int host = 0; host < HOSTS.size(); host++) {
            isGuardDead[host] = random.nextInt(isGuardDead[host] ? 4 : 120) == 0 != isGuardDead[host];
        }
        switch (random.nextInt(150)) {
            case 0 -> restart();
            case 1 -> jump(random.nextLong(1, 20 * 60_000), "ahead");
            case 2 -> jump(-random.nextLong(1, 5 * 60_000), "back");
            case 3 -> pass(random.nextLong(GAP, 3 * GAP), "gap");
            case 4, 5 -> keep();
            case 6, 7, 8 -> runOrEnd();
            default -> {}
        }
        pass(ROUND, "");
        for (int host = 0; host < HOSTS.size(); host++) {
            if (!isGuardDead[host] && random.nextInt(20) > 0) {
                guard(host);
            }
        }
        List.copyOf(runs.keySet()).forEach(id -> {
            if (random.nextInt(20) > 0) {
                runner(id);
            }
        });
        watch.look();
    }

    private void pass(long time, String what) {
        elapsed += time;
        site.pass(time);
        seen.add(what);
    }

    private void jump(long time, String what) {
        site.pass(time);
        seen.add(what);
    }

    private void restart() {
        meters = meters();
        watch = new UseWatch(site.site(), meters, id -> false);
        restarted = elapsed;
        told.clear();
        seen.add("restart");
    }

    private List<Reservation> running() {
        return site.read(view ->
                view.reservations().stream().filter(Reservation::isRunning).toList());
    }

    private void book() {
        long now = site.site().clock().millis();
        int servers = 1 + random.nextInt(3);
        long length = random.nextLong(20, 200) * 60_000;
        Job job = TestSite.job("ana", new Window(now, now + length), servers);
        site.submit(new Command.Reserve(job));
        site.pass(0);
    }

    private void keep() {
        List<Reservation> all = running();
        if (all.isEmpty()) {
            return;
        }
        Reservation one = all.get(random.nextInt(all.size()));
        long until = site.site().clock().millis() + random.nextLong(60_000, LIMIT);
        site.write(TestSite.ANA, transaction -> {
            transaction.record(MeasuredUses.KIND, new UseFact.Kept(one.id().number(), until));
            return true;
        });
        meters.kept(one.id());
        keptUntil.put(one.id(), until);
        told.remove(one.id());
        seen.add("kept");
    }

    private void runOrEnd() {
        for (Reservation each : running()) {
            if (runs.remove(each.id()) == null && random.nextBoolean()) {
                runs.put(
                        each.id(),
                        new Run(
                                each.id().number(),
                                "ana",
                                "x" + each.id(),
                                HOSTS.get(random.nextInt(2)),
                                "c",
                                0,
                                Optional.empty()));
            }
        }
    }

    private HostReading.Card card(int number) {
        int busy = isBusy[number] ? random.nextInt(5, 101) : random.nextInt(5);
        boolean isKnown = random.nextInt(40) > 0;
        return new HostReading.Card(
                "GPU-" + number,
                number,
                1_000,
                isKnown ? OptionalInt.of(busy) : OptionalInt.empty(),
                OptionalLong.of(isHeld[number] ? 500 : 0));
    }

    private void note(HostReading.Card card, String observer) {
        if (card.busy().isPresent()) {
            readings.get(card.number()).add(new Seen(elapsed, observer, isBusy[card.number()], isHeld[card.number()]));
        }
    }

    private void guard(int host) {
        List<HostReading.Card> cards = List.of(card(2 * host), card(2 * host + 1));
        cards.forEach(card -> note(card, "guard"));
        HostReading reading = new HostReading(
                HOSTS.get(host),
                Set.of("GPU-" + 2 * host, "GPU-" + (2 * host + 1)),
                true,
                List.of(),
                cards,
                Optional.of(List.of()),
                Duration.ofMillis(ROUND));
        after(site.write(TestSite.OLGA, transaction -> meters.take(transaction.view(), reading)));
    }

    private void runner(ReservationId id) {
        Optional<Reservation> open = site.open(id).filter(Reservation::isRunning);
        if (open.isEmpty()) {
            runs.remove(id);
            return;
        }
        Run run = runs.get(id);
        int host = HOSTS.indexOf(run.host());
        List<HostReading.Card> cards = List.of(card(2 * host), card(2 * host + 1));
        for (HostReading.Card card : cards) {
            if (open.get().placement().servers().contains(card.number())) {
                note(card, run.runner());
            }
        }
        UseMeters.OwnReading reading = new UseMeters.OwnReading(run, run.host(), cards, 0, 0, Duration.ofMillis(ROUND));
        after(site.write(TestSite.OLGA, transaction -> meters.take(transaction.view(), open.get(), reading)).stream()
                .toList());
        seen.add("runner");
    }

    /** Carries out what follows from a reading, and holds it against the log. */
    private void after(List<IdleState> states) {
        Map<ReservationId, Reservation> before = new HashMap<>();
        running().forEach(each -> before.put(each.id(), each));
        List<ReservationId> given = watch.carryOut(states);
        for (IdleState state : states) {
            if (state.step() == IdleState.Step.TELL) {
                told.put(state.reservation(), elapsed);
                seen.add("told");
            }
        }
        for (ReservationId id : given) {
            Reservation was = before.get(id);
            Optional<Reservation> is = site.open(id);
            int[] gone = was.placement().servers().stream()
                    .filter(server ->
                            is.isEmpty() || !is.get().placement().servers().contains(server))
                    .toArray();
            seen.add(is.isEmpty() ? "ended" : "shrunk");
            assertThat(gone).as(where).isNotEmpty();
            for (int server : gone) {
                nothingInUseIsGivenBack(server);
                nothingUnseenIsGivenBack(server, is.isPresent());
            }
            nobodyIsSurprised(id);
            keptStays(id);
            told.remove(id);
        }
        before.forEach((id, was) -> {
            if (!given.contains(id)) {
                assertThat(site.open(id).map(Reservation::placement))
                        .as("%s: nothing else is touched", where)
                        .contains(was.placement());
            }
        });
    }

    /** Use by its latest reading; nobody can know what has begun since. */
    private void nothingInUseIsGivenBack(int server) {
        assertThat(readings.get(server).getLast().isUsed())
                .as("%s: card %d is in use", where, server)
                .isFalse();
        assertThat(isBusy[server] && readings.get(server).getLast().at() == elapsed)
                .isFalse();
    }

    /** For the whole time somebody has looked without a gap, and nobody has seen it in use; held if others of it are. */
    private void nothingUnseenIsGivenBack(int server, boolean isPart) {
        long from = elapsed - LIMIT;
        assertThat(restarted).as("%s: restarted", where).isLessThanOrEqualTo(from);
        Map<String, List<Seen>> byObserver = new HashMap<>();
        for (Seen each : readings.get(server)) {
            if (each.at() >= from) {
                assertThat(each.isUsed()).as("%s: %s", where, each).isFalse();
                assertThat(isPart && each.isHeld()).as("%s: %s", where, each).isFalse();
            }
            byObserver
                    .computeIfAbsent(each.observer(), any -> new ArrayList<>())
                    .add(each);
        }
        assertThat(byObserver.values())
                .as("%s: card %d was watched", where, server)
                .anySatisfy(series -> assertThat(isUnbroken(series, from)).isTrue());
    }

    private boolean isUnbroken(List<Seen> series, long from) {
        long[] times = series.stream().mapToLong(Seen::at).toArray();
        int first = Arrays.binarySearch(times, from);
        int begin = first >= 0 ? first : -first - 2;
        if (begin < 0) {
            return false;
        }
        for (int i = begin + 1; i < times.length; i++) {
            if (times[i] - times[i - 1] > GAP) {
                return false;
            }
        }
        return elapsed - times[times.length - 1] <= GAP;
    }

    private void nobodyIsSurprised(ReservationId id) {
        assertThat(told.get(id)).as("%s: %s was told", where, id).isNotNull();
        assertThat(elapsed - told.get(id)).as(where).isGreaterThanOrEqualTo(LIMIT / 2);
    }

    private void keptStays(ReservationId id) {
        assertThat(keptUntil.getOrDefault(id, 0L))
                .as("%s: %s is kept", where, id)
                .isLessThanOrEqualTo(site.site().clock().millis());
    }
}
