package dev.berth.service.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Pools;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random use of the cards and cores of two hosts with parts, by reservations of cards, shares and cores, with guards that die, readings that
 * are missing, restarts and clocks that jump. Named properties, checked against a log of all that was read, by the time that has really
 * passed: {@code nothingInUseIsGivenBack}, {@code nothingUnseenIsGivenBack}, {@code nobodyIsSurprised}, {@code theRestGoesOn}, and
 * {@code idleIsGivenBack}, so that the others do not hold because nothing ever happens.
 */
class IdlePartsSafetyTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 500;
    private static final long ROUND = 30_000;
    private static final long GAP = 90_000;
    private static final long LIMIT = Duration.ofMinutes(10).toMillis();
    private static final PoolId POOL = new PoolId("dgx");
    private static final int CARDS = 4;
    private static final List<String> HOSTS = List.of("one", "two");

    private final TestSite site = new TestSite();
    private final TreeSet<String> seen = new TreeSet<>();
    private SplittableRandom random = new SplittableRandom(0);
    private String where = "";

    /** Time that has really passed; the clock of the site may say something else. */
    private long elapsed;

    private UseMeters meters = meters();
    private UseWatch watch = new UseWatch(site.site(), meters, id -> false);

    private final boolean[][] isBusy = new boolean[HOSTS.size()][CARDS];
    private final boolean[][] isHeld = new boolean[HOSTS.size()][CARDS];
    private final boolean[] isAtWork = new boolean[HOSTS.size()];
    private final boolean[] isGuardDead = new boolean[HOSTS.size()];

    /** Reading of one card, and of the cores of its host; nothing else is known to the service. */
    private record Seen(long at, boolean isUsed, boolean isHeld, boolean isAtWork) {}

    private final Map<IdlePiece, List<Seen>> readings = new HashMap<>();
    private final TreeMap<ReservationId, Long> told = new TreeMap<>();
    private long restarted;

    private UseMeters meters() {
        return new UseMeters(
                new IdleRules(Map.of(POOL, new IdleRule(5, LIMIT, IdleRule.Then.SHRINK, LIMIT))),
                UnixUsers.SAME,
                () -> elapsed);
    }

    @Test
    void randomUse_breaksNoProperty() {
        TreeSet<String> all = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            IdlePartsSafetyTest one = new IdlePartsSafetyTest();
            one.run(seed);
            one.site.close();
            all.addAll(one.seen);
        }
        assertThat(all)
                .as("idleIsGivenBack")
                .contains(
                        "ended",
                        "cards",
                        "all cards",
                        "a share",
                        "two hosts",
                        "restart",
                        "gap",
                        "ahead",
                        "back",
                        "told");
    }

    private void run(long seed) {
        random = new SplittableRandom(seed);
        Parts parts = Parts.of(Part.amount("cores", 16), Part.sharedDevices("gpu", CARDS, 80_000));
        site.write(TestSite.OLGA, transaction -> {
            Pools.add(
                    transaction,
                    new PoolJson.Planned(
                            new Pool(POOL, HOSTS.size(), Rate.FULL, Map.of(), parts),
                            Optional.empty(),
                            new Unit("host"),
                            HOSTS.stream()
                                    .map(host -> new NamedServer(host, Optional.of(host), Optional.empty()))
                                    .toList()));
            return true;
        });
        for (int step = 0; step < STEPS; step++) {
            where = "seed %d, step %d".formatted(seed, step);
            step();
        }
    }

    private void step() {
        if (random.nextInt(8) == 0) {
            book();
        }
        for (int host = 0; host < HOSTS.size(); host++) {
            for (int card = 0; card < CARDS; card++) {
                if (random.nextInt(isBusy[host][card] ? 12 : 60) == 0) {
                    isBusy[host][card] = !isBusy[host][card];
                    isHeld[host][card] = isBusy[host][card] || random.nextInt(4) == 0;
                }
            }
            isAtWork[host] = random.nextInt(isAtWork[host] ? 60 : 30) == 0 != isAtWork[host];
            isGuardDead[host] = random.nextInt(isGuardDead[host] ? 4 : 120) == 0 != isGuardDead[host];
        }
        switch (random.nextInt(150)) {
            case 0 -> restart();
            case 1 -> jump(random.nextLong(1, 20 * 60_000), "ahead");
            case 2 -> jump(-random.nextLong(1, 5 * 60_000), "back");
            case 3 -> pass(random.nextLong(GAP, 3 * GAP), "gap");
            default -> {}
        }
        pass(ROUND, "");
        for (int host = 0; host < HOSTS.size(); host++) {
            if (!isGuardDead[host] && random.nextInt(20) > 0) {
                guard(host);
            }
        }
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

    private void book() {
        long now = site.site().clock().millis();
        long cores = 1 + random.nextInt(3);
        Slice slice = switch (random.nextInt(4)) {
            case 0 -> Slice.of(Map.of("cores", cores), Share.of("gpu", 400));
            case 1 -> Slice.of(Map.of("gpu", 1L + random.nextInt(2)));
            default -> Slice.of(Map.of("cores", cores, "gpu", 1L + random.nextInt(3)));
        };
        Job job = TestSite.job(
                        "ana", new Window(now, now + random.nextLong(20, 200) * 60_000), 1 + random.nextInt(4) / 3)
                .requiring(Requirements.slice(slice));
        site.submit(new Command.Reserve(job));
        site.pass(0);
    }

    private void guard(int host) {
        List<HostReading.Card> cards = new ArrayList<>();
        for (int card = 0; card < CARDS; card++) {
            boolean isKnown = random.nextInt(40) > 0;
            cards.add(new HostReading.Card(
                    "GPU-" + host + card,
                    card,
                    80_000,
                    isKnown
                            ? OptionalInt.of(isBusy[host][card] ? random.nextInt(5, 101) : random.nextInt(5))
                            : OptionalInt.empty(),
                    OptionalLong.of(isHeld[host][card] ? 500 : 0)));
            if (isKnown) {
                readings.computeIfAbsent(new IdlePiece(host, card), any -> new ArrayList<>())
                        .add(new Seen(elapsed, isBusy[host][card], isHeld[host][card], isAtWork[host]));
            }
        }
        HostReading reading = new HostReading(
                HOSTS.get(host),
                cards.stream().map(HostReading.Card::device).collect(Collectors.toSet()),
                true,
                List.of(),
                cards,
                Optional.of(List.of(new HostReading.UserLoad("ana", isAtWork[host] ? 3_000 : 100, 0))),
                Duration.ofMillis(ROUND));
        after(site.write(TestSite.OLGA, transaction -> meters.take(transaction.view(), reading)));
    }

    /** Carries out what follows from a reading, and holds it against the log. */
    private void after(List<IdleState> states) {
        Map<ReservationId, Reservation> before = new HashMap<>();
        site.read(view -> view.reservations().stream()
                        .filter(Reservation::isRunning)
                        .toList())
                .forEach(each -> before.put(each.id(), each));
        List<ReservationId> given = watch.carryOut(states);
        for (IdleState state : states) {
            if (state.step() == IdleState.Step.TELL) {
                told.put(state.reservation(), elapsed);
                seen.add("told");
            }
        }
        for (ReservationId id : given) {
            Placement was = before.get(id).placement();
            Optional<Placement> is = site.open(id).map(Reservation::placement);
            Set<IdlePiece> gone = cards(was);
            is.ifPresent(rest -> gone.removeAll(cards(rest)));
            if (is.isEmpty()) {
                was.servers().forEach(this::nobodyWasAtWork);
            } else {
                assertThat(gone).as(where).isNotEmpty();
            }
            for (IdlePiece card : gone) {
                nothingInUseIsGivenBack(card);
                nothingUnseenIsGivenBack(card, is.isPresent());
            }
            assertThat(told.get(id)).as("%s: %s was told", where, id).isNotNull();
            assertThat(elapsed - told.get(id)).as("nobodyIsSurprised: " + where).isGreaterThanOrEqualTo(LIMIT / 2);
            is.ifPresent(rest -> theRestGoesOn(was, rest));
            note(was, is);
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

    private void note(Placement was, Optional<Placement> is) {
        if (is.isEmpty()) {
            seen.add("ended");
            return;
        }
        seen.add(
                was.taken().slice().share() != null
                        ? "a share"
                        : is.get().taken().devices().isEmpty() ? "all cards" : "cards");
        if (was.count() > 1) {
            seen.add("two hosts");
        }
    }

    private static Set<IdlePiece> cards(Placement placement) {
        Set<IdlePiece> cards = new HashSet<>();
        for (int place = 0; place < placement.servers().size(); place++) {
            int host = placement.servers().get(place);
            long bits = placement.taken().devices().bits(place);
            IntStream.range(0, CARDS)
                    .filter(card -> (bits >>> card & 1) == 1)
                    .forEach(card -> cards.add(new IdlePiece(host, card)));
        }
        return cards;
    }

    /** Use by its latest reading; nobody can know what has begun since. */
    private void nothingInUseIsGivenBack(IdlePiece card) {
        Seen latest = readings.get(card).getLast();
        assertThat(latest.isUsed()).as("%s: %s is in use", where, card).isFalse();
        assertThat(isBusy[card.server()][card.device()] && latest.at() == elapsed)
                .isFalse();
    }

    /** For the whole time somebody has looked without a gap; of a part nothing was held, and where all ended nobody was at work. */
    private void nothingUnseenIsGivenBack(IdlePiece card, boolean isPart) {
        long from = elapsed - LIMIT;
        assertThat(restarted).as("%s: restarted", where).isLessThanOrEqualTo(from);
        long last = -1;
        for (Seen each : readings.get(card)) {
            if (each.at() >= from) {
                assertThat(each.isUsed()).as("%s: %s %s", where, card, each).isFalse();
                assertThat(isPart ? each.isHeld() : each.isAtWork())
                        .as("%s: %s %s", where, card, each)
                        .isFalse();
            }
            if (each.at() > from) {
                assertThat(last).as("%s: %s was watched", where, card).isGreaterThanOrEqualTo(0);
                assertThat(each.at() - last)
                        .as("%s: %s was watched without a gap", where, card)
                        .isLessThanOrEqualTo(GAP);
            }
            last = each.at();
        }
        assertThat(elapsed - last).as("%s: %s is watched", where, card).isLessThanOrEqualTo(GAP);
    }

    /** A reservation whose cards were all given back may end as a whole later, when its cores are idle as well. */
    private void nobodyWasAtWork(int host) {
        for (int card = 0; card < CARDS; card++) {
            for (Seen each : readings.getOrDefault(new IdlePiece(host, card), List.of())) {
                assertThat(each.at() >= elapsed - LIMIT && each.isAtWork())
                        .as("nothingInUseIsGivenBack: %s: %s", where, each)
                        .isFalse();
            }
        }
    }

    /** It keeps its time, its hosts, its cores and its other cards. */
    private void theRestGoesOn(Placement was, Placement is) {
        assertThat(is.window()).as("theRestGoesOn: " + where).isEqualTo(was.window());
        assertThat(is.servers()).as("theRestGoesOn: " + where).isEqualTo(was.servers());
        assertThat(is.taken().slice().amounts().get("cores"))
                .isEqualTo(was.taken().slice().amounts().get("cores"));
        assertThat(is.taken().slice().isWhole()).as("theRestGoesOn: " + where).isFalse();
        for (int place = 0; place < was.count(); place++) {
            assertThat(Long.bitCount(is.taken().devices().bits(place)))
                    .as("as many of each host: " + where)
                    .isEqualTo((int) is.taken().slice().amounts().get("gpu"));
        }
    }
}
