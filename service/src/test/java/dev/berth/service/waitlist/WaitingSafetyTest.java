package dev.berth.service.waitlist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.journal.Entry;
import dev.berth.service.Facts;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.service.booking.Where;
import dev.berth.service.handover.Giving;
import dev.berth.service.quota.OverLimit;
import dev.berth.service.quota.Usage;
import dev.berth.site.ClockLimits;
import dev.berth.site.FactKeeper;
import dev.berth.site.HandClock;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import dev.berth.site.Transaction;
import dev.berth.site.TrustedClock;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Random users, operators and clocks around the waiting list. Named properties: {@code everyEntryIsKnownToBookAndService}, {@code
 * nobodyIsServedBeyondTheQuota}, {@code declinedIsFree}, {@code nobodyDeclinesForOthers}, {@code highestPriceHolds}, {@code nobodyIsServedTwice}, {@code
 * undoneIsUnseen}, {@code replayGivesTheSame}, {@code followersSeeTheSame}.
 */
class WaitingSafetyTest {
    private static final int STEPS = 400;
    private static final long SEEDS = 15;
    private static final long HOUR = TestSite.HOUR;
    private static final long QUOTA = 16 * HOUR;
    private static final List<Account> PEOPLE = List.of(
            TestSite.ANA,
            new Account("ben", Role.USER, true, QUOTA, Usage.LONGEST_WINDOW, 0, 0, Optional.empty()),
            Account.of("cy", Role.USER),
            TestSite.OLGA);
    private static final WaitlistSettings SETTINGS = new WaitlistSettings(HOUR, 2 * HOUR, 10);

    private final HandClock clock = new HandClock(TestSite.START);
    private final MemoryJournal journal = new MemoryJournal();
    private Site site = open();
    private final Map<Long, Long> served = new HashMap<>();
    private final TreeSet<String> seen = new TreeSet<>();
    private SplittableRandom random = new SplittableRandom(0);
    private String where = "";

    private static Settings quiet() {
        return Settings.DEFAULT.withTick(Duration.ofDays(1));
    }

    private Site open() {
        return Site.open(journal, () -> new Book("prompt"), clock, Facts.keepers(), quiet());
    }

    private static final class TakenBack extends RuntimeException {}

    private <T> T write(Account actor, Function<Transaction, T> work) {
        try {
            return site.write(actor.name(), work).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** All that is known of reservations, entries and quotas, as text. */
    private static String picture(Site of) {
        return of.read(view -> {
            Map<ReservationId, String> open = new TreeMap<>();
            view.reservations().forEach(each -> open.put(each.id(), each.toString()));
            StringBuilder text = new StringBuilder(open.toString()).append(view.waiters());
            for (FactKeeper<?> keeper : List.of(view.facts(Waits.class), view.facts(Usage.class))) {
                keeper.capture().forEach(piece -> text.append(new String(piece, StandardCharsets.UTF_8)));
            }
            return text.toString();
        });
    }

    @Test
    void randomPeople_breakNoProperty() {
        TreeSet<String> all = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            WaitingSafetyTest one = new WaitingSafetyTest();
            one.run(seed);
            all.addAll(one.seen);
        }
        assertThat(all)
                .contains(
                        "WAITING",
                        "BOOKED",
                        "OFFERED",
                        "DECLINED",
                        "WITHDRAWN",
                        "EXPIRED",
                        "taken back",
                        "passed over");
    }

    private void run(long seed) {
        random = new SplittableRandom(seed);
        for (Account account : PEOPLE) {
            write(TestSite.OLGA, t -> {
                t.record(Accounts.KIND, account);
                return true;
            });
        }
        write(TestSite.OLGA, t -> t.submit(new Command.AddPool(new Pool("p", 2, "1"))));
        write(
                TestSite.OLGA,
                t -> t.submit(new Command.SetTariff(
                        new PoolId("p"), Tariff.flat(Money.of("1"), HOUR).withFees(300_000, 100_000))));
        Site follower = Site.follow(
                journal,
                () -> new Book("prompt"),
                new TrustedClock(TimeSource.following(clock), ClockLimits.DEFAULT),
                Facts.keepers(),
                quiet(),
                () -> true);
        for (int step = 0; step < STEPS; step++) {
            where = "seed %d, step %d".formatted(seed, step);
            step();
            check();
            if (random.nextInt(10) == 0) {
                follow(follower);
            }
            if (random.nextInt(25) == 0) {
                restart();
            }
        }
        follow(follower);
        follower.close();
        site.close();
    }

    private void restart() {
        String before = picture(site);
        site.close();
        site = open();
        assertThat(picture(site)).as("replayGivesTheSame: " + where).isEqualTo(before);
    }

    private void follow(Site follower) {
        List<Entry> more = new ArrayList<>();
        journal.read(follower.known(), more::add);
        follower.replay(more, "");
        follower.passTime();
        assertThat(picture(follower)).as("followersSeeTheSame: " + where).isEqualTo(picture(site));
    }

    private Account anybody() {
        return PEOPLE.get(random.nextInt(PEOPLE.size()));
    }

    private Job job(Account of) {
        long from = site.clock().millis() + random.nextInt(30) * HOUR / 2;
        long length = (1 + random.nextInt(8)) * HOUR;
        Job job = TestSite.job(of.name(), new Window(from, from + length), 1 + random.nextInt(2));
        Job loose = job.within(job.ready(), job.deadline() + random.nextInt(3) * HOUR);
        return random.nextInt(3) == 0
                ? loose.under(Terms.budget(Money.of(Integer.toString(1 + random.nextInt(16)))))
                : loose;
    }

    /** Anything, by anybody; sometimes it is taken back after all. */
    private void step() {
        Account who = anybody();
        boolean isTakenBack = random.nextInt(8) == 0;
        Function<Transaction, Object> work = work(who);
        String before = picture(site);
        try {
            write(who, t -> {
                Object done = work.apply(t);
                if (isTakenBack) {
                    throw new TakenBack();
                }
                return done;
            });
        } catch (TakenBack | Rejected | Refused | OverLimit e) {
            if (e instanceof TakenBack) {
                seen.add("taken back");
            }
            assertThat(picture(site)).as("undoneIsUnseen: " + where).isEqualTo(before);
        }
    }

    private Function<Transaction, Object> work(Account who) {
        List<Reservation> open = site.read(view -> view.reservations().stream()
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .toList());
        List<WaitEntry> entries =
                site.read(view -> List.copyOf(view.facts(Waits.class).all()));
        Reservation some = open.isEmpty() ? null : open.get(random.nextInt(open.size()));
        WaitEntry entry = entries.isEmpty() ? null : entries.get(Math.max(0, entries.size() - 1 - random.nextInt(8)));
        Job job = job(who);
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> t -> Bookings.book(t, who, job, null);
            case 3, 4, 5, 6 -> {
                long until = site.clock().millis() + (1 + random.nextInt(20)) * HOUR;
                boolean tell = random.nextInt(3) == 0;
                yield t -> WaitingJobs.bookOrWait(t, who, job, Where.ANYWHERE, until, tell, SETTINGS);
            }
            case 7, 8 -> t -> some == null ? "" : t.submit(new Command.Cancel(some.id()));
            case 9 -> t -> some == null ? "" : t.submit(new Command.NoShow(some.id()));
            case 10 -> t -> entry == null ? "" : WaitingJobs.withdraw(t, who, entry.id());
            case 11 -> t -> entry == null ? "" : WaitingJobs.decline(t, who, entry.id());
            // Operators may exceed a quota: Ben is given nothing, and they make nothing longer.
            case 12 -> t -> some == null ? "" : Giving.give(t, Target.of(who, some.id()), "cy", null);
            case 13 ->
                t -> some == null || who.is(Role.OPERATOR)
                        ? ""
                        : Changes.adjust(t, Target.of(who, some.id()), was -> new Adjustment.Extend(HOUR / 2));
            default -> {
                clock.pass(random.nextInt(90) * 60_000L);
                write(TestSite.OLGA, Transaction::now);
                yield Transaction::now;
            }
        };
    }

    private void check() {
        site.read(view -> {
            List<Long> inTheBook =
                    view.waiters().stream().map(waiter -> waiter.id().number()).toList();
            List<Long> waiting = new ArrayList<>();
            for (WaitEntry entry : view.facts(Waits.class).all()) {
                seen.add(entry.state().name());
                if (entry.state() == WaitEntry.State.WAITING) {
                    waiting.add(entry.number());
                }
                entry.reservation().ifPresent(made -> {
                    assertThat(served.putIfAbsent(made, entry.number()))
                            .as("nobodyIsServedTwice: %s, %s", where, entry)
                            .isIn(null, entry.number());
                });
                if (entry.state() == WaitEntry.State.DECLINED) {
                    assertThat(view.past(new ReservationId(entry.reservation().orElseThrow()))
                                    .map(past -> past.reservation().job().user()))
                            .as("nobodyDeclinesForOthers: %s, %s", where, entry)
                            .isIn(Optional.empty(), Optional.of(entry.user()));
                    view.past(new ReservationId(entry.reservation().orElseThrow()))
                            .ifPresent(past -> assertThat(past.reservation().state() == Reservation.State.HELD
                                            || past.reservation()
                                                    .agreement()
                                                    .price()
                                                    .plus(past.reservation()
                                                            .agreement()
                                                            .fees())
                                                    .equals(Money.ZERO))
                                    .as("declinedIsFree: %s, %s", where, entry)
                                    .isTrue());
                }
            }
            assertThat(inTheBook)
                    .as("everyEntryIsKnownToBookAndService: %s", where)
                    .isEqualTo(waiting);
            long bens = 0;
            for (Reservation reservation : view.reservations()) {
                Money budget = reservation.job().terms().budget();
                assertThat(budget != null && reservation.agreement().price().isAbove(budget))
                        .as("highestPriceHolds: %s, %s", where, reservation)
                        .isFalse();
                bens += reservation.job().user().equals("ben")
                        ? reservation.window().length()
                                * reservation.placement().count()
                        : 0;
            }
            assertThat(bens).as("nobodyIsServedBeyondTheQuota: %s", where).isLessThanOrEqualTo(QUOTA);
            passedOver(view.waiters().stream()
                    .anyMatch(waiter -> waiter.job().user().equals("ben")
                            && view.decide(new Command.Reserve(waiter.asOf(view.now())))
                                    instanceof dev.berth.engine.book.Decision.Accepted));
            return true;
        });
    }

    private void passedOver(boolean is) {
        if (is) {
            seen.add("passed over");
        }
    }
}
