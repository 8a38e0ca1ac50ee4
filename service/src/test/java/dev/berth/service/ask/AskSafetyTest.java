package dev.berth.service.ask;

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
import dev.berth.engine.model.Window;
import dev.berth.journal.Entry;
import dev.berth.service.Facts;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.site.ClockLimits;
import dev.berth.site.HandClock;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import dev.berth.site.Transaction;
import dev.berth.site.TrustedClock;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random users, operators and clocks around asks. Named properties: {@code anAskChangesNothing}, {@code acceptedIsExact}, {@code
 * oneAnswer}, {@code expiredIsNeverAccepted}, {@code onlyItsOwnerAnswers}, {@code nobodyIsPestered}, {@code undoneIsUnseen},
 * {@code replayGivesTheSame}, {@code followersSeeTheSame}.
 */
class AskSafetyTest {
    private static final int STEPS = 600;
    private static final long SEEDS = 20;
    private static final long HOUR = TestSite.HOUR;
    private static final List<Account> PEOPLE =
            List.of(TestSite.ANA, TestSite.BEN, Account.of("cy", Role.USER), TestSite.OLGA);
    private static final AskSettings SETTINGS = new AskSettings(true, 250_000, 8 * HOUR, 3 * HOUR, 4, 3, HOUR);

    private final HandClock clock = new HandClock(TestSite.START);
    private final MemoryJournal journal = new MemoryJournal();
    private Site site = open();
    /** The last answer that each ask was given, as the test itself saw it. */
    private final Map<Long, Ask.State> answered = new HashMap<>();

    private final Map<String, List<Long>> times = new HashMap<>();
    private final TreeSet<String> seen = new TreeSet<>();
    private SplittableRandom random = new SplittableRandom(0);
    private String where = "";

    private static Book book() {
        return new Book("level");
    }

    private static Settings quiet() {
        return Settings.DEFAULT.withTick(Duration.ofDays(1));
    }

    private Site open() {
        return Site.open(journal, AskSafetyTest::book, clock, Facts.keepers(), quiet());
    }

    private static final class TakenBack extends RuntimeException {}

    private <T> T write(Account actor, Function<Transaction, T> work) {
        try {
            return site.write(actor.name(), work).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** All that is known of reservations and asks, as text. */
    private static String picture(Site of) {
        return of.read(view -> {
            Map<ReservationId, String> open = new TreeMap<>();
            view.reservations().forEach(each -> open.put(each.id(), each.toString()));
            StringBuilder text = new StringBuilder(open.toString());
            view.facts(Asks.class).capture().forEach(piece -> text.append(new String(piece, StandardCharsets.UTF_8)));
            return text.toString();
        });
    }

    private Map<ReservationId, Reservation> reservations() {
        return site.read(view -> {
            Map<ReservationId, Reservation> all = new TreeMap<>();
            view.reservations().forEach(each -> all.put(each.id(), each));
            return all;
        });
    }

    private List<Ask> asks() {
        return site.read(view -> List.copyOf(view.facts(Asks.class).all()));
    }

    @Test
    void randomPeople_breakNoProperty() {
        TreeSet<String> all = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            AskSafetyTest one = new AskSafetyTest();
            one.run(seed);
            all.addAll(one.seen);
        }
        assertThat(all)
                .contains("asked", "accepted", "declined", "expired", "withdrawn", "held", "taken back")
                .contains(Stream.of(Ask.Why.values()).map(Enum::name).toArray(String[]::new));
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
                        new PoolId("p"),
                        Tariff.flat(Money.of("1"), HOUR)
                                .withDiscounts(200_000, 100_000, 24 * HOUR)
                                .withSurcharge(300_000)
                                .withFees(300_000, 100_000))));
        Site follower = Site.follow(
                journal,
                AskSafetyTest::book,
                new TrustedClock(TimeSource.following(clock), ClockLimits.DEFAULT),
                Facts.keepers(),
                quiet(),
                () -> true);
        for (int step = 0; step < STEPS; step++) {
            where = "seed %d, step %d".formatted(seed, step);
            step();
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

    private Job job(String user) {
        long from = site.clock().millis() + (1 + random.nextInt(30)) * HOUR / 2;
        long length = (1 + random.nextInt(6)) * HOUR;
        Job strict = TestSite.job(user, new Window(from, from + length), 1 + random.nextInt(2));
        Job named = new Job(
                new dev.berth.engine.model.JobId("j" + random.nextInt(40)),
                user,
                strict.ready(),
                strict.deadline() + random.nextInt(3) * HOUR,
                strict.shape(),
                strict.requirements(),
                strict.terms());
        return random.nextInt(5) == 0 ? named.under(named.terms().withFixAfter(random.nextInt(101))) : named;
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> bookOrSeek();
            case 3 -> cancelOrChange();
            case 4, 5 -> ask();
            case 6, 7 -> answer(false);
            case 8 -> answer(true);
            case 9 -> withdraw();
            default -> {
                clock.pass(random.nextInt(90) * 60_000L);
                write(TestSite.OLGA, Transaction::now);
                check();
            }
        }
    }

    private void bookOrSeek() {
        Account user = anybody();
        Job job = job(user.name());
        try {
            write(user, t -> Bookings.book(t, user, job, null));
        } catch (Refused refused) {
            Map<ReservationId, Reservation> before = reservations();
            new RoomSeeker(site, SETTINGS).seek(job).forEach(this::noteAsked);
            assertThat(reservations()).as("anAskChangesNothing: " + where).isEqualTo(before);
        }
        check();
    }

    private void noteAsked(Ask ask) {
        seen.add("asked");
        List<Long> all = times.computeIfAbsent(ask.user(), any -> new ArrayList<>());
        all.add(ask.made());
        assertThat(all.stream().filter(time -> time > ask.made() - 24 * HOUR).count())
                .as("nobodyIsPestered: " + where)
                .isLessThanOrEqualTo(SETTINGS.perDay());
    }

    private void cancelOrChange() {
        List<Reservation> all = List.copyOf(reservations().values());
        if (all.isEmpty()) {
            return;
        }
        Reservation one = all.get(random.nextInt(all.size()));
        write(TestSite.OLGA, t -> switch (random.nextInt(3)) {
            case 0 -> t.submit(new Command.Cancel(one.id()));
            case 1 ->
                t.submit(new Command.Adjust(
                        one.id(),
                        new Adjustment.Relax(one.job().ready(), one.job().deadline() + HOUR)));
            default -> t.submit(new Command.Bind(new PoolId("p"), site.clock().millis() + HOUR));
        });
        check();
    }

    private void ask() {
        List<Reservation> all = List.copyOf(reservations().values());
        if (all.isEmpty()) {
            return;
        }
        Reservation one = all.get(random.nextInt(all.size()));
        Account asker = anybody();
        Asking.Order order = new Asking.Order(
                one.id(),
                one.job().deadline() + (random.nextInt(8) - 1) * HOUR,
                random.nextInt(1_000_001),
                random.nextBoolean() ? null : site.clock().millis() + (random.nextInt(5) - 1) * HOUR,
                "");
        String picture = picture(site);
        Map<ReservationId, Reservation> before = reservations();
        try {
            noteAsked(write(asker, t -> Asking.ask(t, asker, order, SETTINGS)));
        } catch (Rejected | Refused e) {
            assertThat(picture(site))
                    .as("anAskChangesNothing: refused: " + where)
                    .isEqualTo(picture);
        }
        assertThat(reservations()).as("anAskChangesNothing: " + where).isEqualTo(before);
        check();
    }

    /** Anybody answers anything, also what was answered long ago; sometimes the transaction is taken back afterwards. */
    private void answer(boolean declines) {
        List<Ask> all = asks();
        if (all.isEmpty()) {
            return;
        }
        Ask ask = all.get(Math.max(0, all.size() - 1 - random.nextInt(6)));
        Account who = random.nextInt(5) == 0
                ? anybody()
                : PEOPLE.stream()
                        .filter(each -> each.name().equals(ask.user()))
                        .findFirst()
                        .orElseThrow();
        String picture = picture(site);
        Map<ReservationId, Reservation> before = reservations();
        boolean isTakenBack = random.nextInt(4) == 0;
        try {
            write(who, t -> {
                if (declines) {
                    Answering.decline(t, AskTarget.of(who, ask.id()));
                } else {
                    Answering.accept(t, AskTarget.of(who, ask.id()));
                }
                if (isTakenBack) {
                    throw new TakenBack();
                }
                return true;
            });
        } catch (TakenBack | Rejected | Refused e) {
            if (e instanceof TakenBack) {
                seen.add("taken back");
            }
            if (e instanceof Rejected rejected
                    && rejected.problem().code().equals(Code.ASK_OVER.text())
                    && ask.stateAt(site.clock().millis()) == Ask.State.EXPIRED) {
                seen.add("expired");
            }
            assertThat(picture(site)).as("undoneIsUnseen: " + where).isEqualTo(picture);
            return;
        }
        assertThat(who.name()).as("onlyItsOwnerAnswers: " + where).isEqualTo(ask.user());
        assertThat(ask.stateAt(site.clock().millis()))
                .as("expiredIsNeverAccepted, oneAnswer: " + where)
                .isEqualTo(Ask.State.OPEN);
        assertThat(answered.put(ask.number(), declines ? Ask.State.DECLINED : Ask.State.ACCEPTED))
                .as("oneAnswer: " + where)
                .isNull();
        seen.add(declines ? "declined" : "accepted");
        if (declines) {
            assertThat(reservations())
                    .as("anAskChangesNothing: declined: " + where)
                    .isEqualTo(before);
        } else {
            accepted(ask, before);
        }
        check();
    }

    private void accepted(Ask ask, Map<ReservationId, Reservation> before) {
        Map<ReservationId, Reservation> after = new TreeMap<>(reservations());
        Reservation was = before.get(ask.reservationId());
        Reservation is = after.remove(ask.reservationId());
        assertThat(is.job())
                .as("acceptedIsExact: terms: " + where)
                .isEqualTo(was.job()
                        .within(was.job().ready(), ask.deadline())
                        .under(was.job().terms().withoutFixing()));
        assertThat(is.agreement().price())
                .as("acceptedIsExact: price: " + where)
                .isEqualTo(was.agreement().price().minus(ask.discount()));
        assertThat(is.agreement().fees())
                .as("acceptedIsExact: fees: " + where)
                .isEqualTo(was.agreement().fees());
        assertThat(is.window().start())
                .as("acceptedIsExact: never earlier: " + where)
                .isGreaterThanOrEqualTo(was.window().start());
        assertThat(is.window().end()).as("acceptedIsExact: " + where).isLessThanOrEqualTo(ask.deadline());
        Ask now = site.read(view -> view.facts(Asks.class).get(ask.number()).orElseThrow());
        now.room().flatMap(Ask.Room::held).ifPresent(held -> {
            seen.add("held");
            Reservation made = after.remove(new ReservationId(held));
            assertThat(made.job()).as(where).isEqualTo(ask.room().orElseThrow().job());
            assertThat(made.state()).as(where).isEqualTo(Reservation.State.HELD);
        });
        Map<ReservationId, Reservation> others = new TreeMap<>(before);
        others.remove(ask.reservationId());
        assertThat(after).as("acceptedIsExact: nobody else: " + where).isEqualTo(others);
        if (ask.room().isPresent()) {
            List<Ask> beside = site.read(view -> view.facts(Asks.class).beside(ask, view.now()));
            assertThat(beside).as("one is enough: " + where).isEmpty();
        }
    }

    private void withdraw() {
        List<Ask> all = asks();
        if (all.isEmpty()) {
            return;
        }
        Ask ask = all.get(Math.max(0, all.size() - 1 - random.nextInt(5)));
        Account who = anybody();
        Map<ReservationId, Reservation> before = reservations();
        try {
            write(who, t -> Answering.withdraw(t, AskTarget.of(who, ask.id())));
            seen.add("withdrawn");
        } catch (Rejected e) {
            assertThat(e.problem().code())
                    .as(where)
                    .isIn(Code.ASK_OVER.text(), Code.NOT_ALLOWED.text(), Code.UNKNOWN_ASK.text());
        }
        assertThat(reservations())
                .as("anAskChangesNothing: withdrawn: " + where)
                .isEqualTo(before);
        check();
    }

    /** Open asks stand, and an answer that was given stays. */
    private void check() {
        long now = site.clock().millis();
        Map<ReservationId, Reservation> open = reservations();
        for (Ask ask : asks()) {
            ask.why().ifPresent(why -> seen.add(why.name()));
            if (ask.isOpen(now)) {
                assertThat(Asks.stands(ask, open.get(ask.reservationId())))
                        .as("an open ask can be accepted: " + where + ", " + ask + ", " + open.get(ask.reservationId()))
                        .isTrue();
            }
            Ask.State told = answered.get(ask.number());
            if (told != null) {
                assertThat(ask.state()).as("oneAnswer: " + where).isEqualTo(told);
            } else {
                assertThat(ask.state()).as("oneAnswer: " + where).isNotIn(Ask.State.ACCEPTED, Ask.State.DECLINED);
            }
        }
    }
}
