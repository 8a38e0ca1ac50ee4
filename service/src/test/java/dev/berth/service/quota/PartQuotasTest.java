package dev.berth.service.quota;

import static dev.berth.service.TestSite.HOUR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Quota;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.wire.problem.Refused;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Quotas on parts of hosts, and what slices count of server-hours, against sums that are made anew each time. */
class PartQuotasTest {
    private static final long WINDOW = 48 * HOUR;
    private static final Map<String, Long> HAS = Map.of("gpu", 8L, "cores", 96L, "memory", 384L << 10);
    private static final Pool DGX = new Pool("dgx", 20, "1")
            .withParts(Parts.of(
                    Part.sharedDevices("gpu", 8, 80 << 10),
                    Part.amount("cores", 96),
                    Part.amount("memory", 384 << 10)));

    private static final Map<String, Quota> QUOTAS =
            Map.of("gpu", new Quota(200 * HOUR, WINDOW), "memory", new Quota(8_000 * HOUR, WINDOW));

    private static final Account ANA = new Account(
            "ana",
            Role.USER,
            true,
            40 * HOUR,
            WINDOW,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(QUOTAS));

    /** Charges for a reservation, by when they were made. */
    private static final class Charged {
        final int servers;
        Window window;
        Slice slice;
        final Map<String, Deque<long[]>> dated = new HashMap<>();

        Charged(int servers, Window window, Slice slice) {
            this.servers = servers;
            this.window = window;
            this.slice = slice;
        }

        /** Brings what is charged to what is due: more is added now, less is taken from the latest. */
        void settle(long now, long length) {
            due(servers, length, slice).forEach((what, amount) -> {
                Deque<long[]> charges = dated.computeIfAbsent(what, any -> new ArrayDeque<>());
                long all = charges.stream().mapToLong(each -> each[1]).sum();
                if (amount > all) {
                    charges.push(new long[] {now, amount - all});
                }
                while (amount < all) {
                    long less = Math.min(all - amount, charges.element()[1]);
                    charges.element()[1] -= less;
                    all -= less;
                    if (charges.element()[1] == 0) {
                        charges.pop();
                    }
                }
            });
        }
    }

    private static BigDecimal take(Slice slice, String part) {
        if (slice.isWhole()) {
            return BigDecimal.valueOf(HAS.get(part));
        }
        BigDecimal take = BigDecimal.valueOf(slice.amounts().get(part));
        Share share = slice.share();
        return share == null || !share.part().equals(part)
                ? take
                : take.add(BigDecimal.valueOf(share.thousandths(), 3));
    }

    /** Amounts that a slice of some servers counts for a length of time, of each part and of servers. */
    private static Map<String, Long> due(int servers, long length, Slice slice) {
        Map<String, Long> due = new TreeMap<>();
        BigDecimal dominant = BigDecimal.ZERO;
        for (Map.Entry<String, Long> has : HAS.entrySet()) {
            BigDecimal take = take(slice, has.getKey());
            dominant = dominant.max(take.divide(BigDecimal.valueOf(has.getValue()), 6, RoundingMode.UP));
            BigDecimal counted =
                    has.getKey().equals("memory") ? take.divide(BigDecimal.valueOf(1024), 3, RoundingMode.UP) : take;
            due.put(has.getKey(), amount(counted, servers, length));
        }
        due.put("", amount(dominant, servers, length));
        return due;
    }

    private static long amount(BigDecimal each, int servers, long length) {
        return each.multiply(BigDecimal.valueOf(servers))
                .multiply(BigDecimal.valueOf(length))
                .setScale(0, RoundingMode.UP)
                .longValueExact();
    }

    @RepeatedTest(6)
    void whatCounts_isTheSumOfWhatIsTaken_andNothingBeyondAQuotaIsBooked() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Map<Long, Charged> all = new TreeMap<>();
        int refused = 0;
        int granted = 0;
        try (TestSite site = new TestSite(DGX)) {
            site.set(ANA);
            for (int round = 0; round < 120; round++) {
                long now = site.site().read(view -> view.now());
                switch (random.nextInt(6)) {
                    case 0, 1, 2 -> {
                        Charged wanted = new Charged(
                                random.nextInt(1, 4),
                                new Window(
                                        now + random.nextInt(1, 30) * HOUR,
                                        now + 31 * HOUR + random.nextInt(5_000_000)),
                                slice(random));
                        boolean fits =
                                fits(all, now, due(wanted.servers, wanted.window.length(), wanted.slice), Map.of());
                        Optional<Reservation> booked = booked(site, wanted);
                        if (booked.isPresent()) {
                            assertThat(fits)
                                    .as("seed %d, round %d", seed, round)
                                    .isTrue();
                            wanted.settle(now, wanted.window.length());
                            all.put(booked.get().id().number(), wanted);
                            granted++;
                        } else if (!fits) {
                            refused++;
                        }
                    }
                    case 3 ->
                        pick(all, random, site).ifPresent(id -> {
                            boolean hasBegun = all.get(id).window.start() <= now;
                            long used = hasBegun
                                    ? Math.min(now, all.get(id).window.end())
                                            - all.get(id).window.start()
                                    : 0;
                            site.write(
                                    ANA,
                                    transaction -> Changes.cancel(transaction, Target.of(ANA, new ReservationId(id))));
                            all.get(id).settle(now, used);
                        });
                    case 4 ->
                        pick(all, random, site)
                                .filter(id -> all.get(id).window.start() > now)
                                .ifPresent(id -> change(site, all.get(id), id, slice(random), now));
                    default ->
                        site.pass(Duration.ofMinutes(random.nextInt(1, 400)).toMillis());
                }
                check(site, all, "seed %d, round %d".formatted(seed, round));
            }
        }
        assertThat(granted).as("seed %d", seed).isPositive();
        assertThat(refused).as("seed %d", seed).isPositive();
    }

    private static boolean fits(Map<Long, Charged> all, long now, Map<String, Long> more, Map<String, Long> less) {
        return limits().entrySet().stream()
                .allMatch(limit ->
                        sum(all, limit.getKey(), now) + more.get(limit.getKey()) - less.getOrDefault(limit.getKey(), 0L)
                                <= limit.getValue());
    }

    private static Map<String, Long> limits() {
        return Map.of("", 40 * HOUR, "gpu", 200 * HOUR, "memory", 8_000 * HOUR);
    }

    private static long sum(Map<Long, Charged> all, String what, long now) {
        return all.values().stream()
                .flatMap(each -> each.dated.getOrDefault(what, new ArrayDeque<>()).stream())
                .filter(each -> each[0] > now - WINDOW)
                .mapToLong(each -> each[1])
                .sum();
    }

    private static Slice slice(SplittableRandom random) {
        if (random.nextInt(8) == 0) {
            return Slice.WHOLE;
        }
        Map<String, Long> amounts = new HashMap<>();
        boolean isShare = random.nextInt(3) == 0;
        if (!isShare) {
            amounts.put("gpu", random.nextLong(1, 9));
        }
        if (random.nextBoolean()) {
            amounts.put("cores", random.nextLong(1, 97));
        }
        if (random.nextBoolean()) {
            amounts.put("memory", random.nextLong(1, 100_000));
        }
        return isShare ? Slice.of(amounts, Share.of("gpu", random.nextInt(1, 1000))) : Slice.of(amounts);
    }

    private static Optional<Reservation> booked(TestSite site, Charged wanted) {
        Job job = TestSite.job("ana", wanted.window, wanted.servers).requiring(Requirements.slice(wanted.slice));
        try {
            return Optional.of(site.write(ANA, transaction -> Bookings.book(transaction, ANA, job, null)));
        } catch (OverLimit | Refused e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> pick(Map<Long, Charged> all, SplittableRandom random, TestSite site) {
        List<Long> open = all.keySet().stream()
                .filter(id -> site.site()
                        .read(view -> view.reservation(new ReservationId(id)).isPresent()))
                .toList();
        return open.isEmpty() ? Optional.empty() : Optional.of(open.get(random.nextInt(open.size())));
    }

    private static void change(TestSite site, Charged charged, long id, Slice other, long now) {
        try {
            site.write(
                    ANA,
                    transaction -> Changes.require(
                            transaction,
                            Target.of(ANA, new ReservationId(id)),
                            requirements -> requirements.withSlice(other)));
            charged.slice = other;
            charged.settle(now, charged.window.length());
        } catch (OverLimit | Refused e) {
            // As it was before.
        }
    }

    private static void check(TestSite site, Map<Long, Charged> all, String where) {
        site.site().read(view -> {
            // What ended by itself was used whole.
            List<QuotaScope.Limited> limits = QuotaScope.of(view, ANA);
            List<String> scopes = new ArrayList<>();
            for (QuotaScope.Limited each : limits) {
                String what = each.scope().part().orElse("");
                scopes.add(what);
                assertThat(each.booked(view)).as("%s: %s", where, what).isEqualTo(sum(all, what, view.now()));
            }
            assertThat(scopes).containsExactly("", "gpu", "memory");
            return true;
        });
    }

    @Test
    void aRefusal_namesThePartAndItsNumbers() {
        try (TestSite site = new TestSite(DGX)) {
            site.set(ANA);
            Charged most = new Charged(
                    1, new Window(TestSite.START + HOUR, TestSite.START + 26 * HOUR), Slice.of(Map.of("gpu", 7L)));
            assertThat(booked(site, most)).isPresent();
            Job more = TestSite.job("ana", new Window(TestSite.START + HOUR, TestSite.START + 6 * HOUR), 1)
                    .requiring(Requirements.slice(new Slice(Amounts.of(Map.of("cores", 8L)), Share.of("gpu", 500))));
            assertThat(booked(
                            site,
                            new Charged(
                                    1,
                                    new Window(TestSite.START + HOUR, TestSite.START + 6 * HOUR),
                                    more.requirements().slice())))
                    .isPresent();
            Job beyond = more.requiring(Requirements.slice(Slice.of(Map.of("gpu", 5L))));
            OverLimit refused = catchThrowableOfType(
                    OverLimit.class,
                    () -> site.write(ANA, transaction -> Bookings.book(transaction, ANA, beyond, null)));
            assertThat(OverLimit.problem(refused.broken()).detail().toString())
                    .contains("200 gpu-hours per 2 days", "177.5 booked", "22.5 left", "25 more");
            assertThat(OverLimit.problem(refused.broken()).numbers().toString())
                    .contains("\"hours\":\"200\"", "\"part\":\"gpu\"", "\"asked\":\"25\"");
        }
    }
}
