package dev.berth.service.ask;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.job;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.wire.problem.Code;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A job that finds no room, and the owners who can help; one server, every reservation fixed. */
class RoomSeekerTest {
    private static final Account CY = Account.of("cy", Role.USER);
    private static final AskSettings SETTINGS = new AskSettings(true, 200_000, 6 * HOUR, 2 * HOUR, 3, 3, HOUR / 2);

    private final TestSite site = new TestSite(new Pool("p", 1, "1"));
    private final RoomSeeker seeker = new RoomSeeker(site.site(), SETTINGS);

    RoomSeekerTest() {
        site.set(CY);
        site.submit(new Command.SetTariff(new PoolId("p"), Tariff.flat(Money.of("1"), HOUR)));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static Job wanted(Account account, long from, long to) {
        return job(account.name(), new Window(START + from * HOUR, START + to * HOUR), 1);
    }

    private ReservationId book(Account account, long from, long to) {
        return site.write(account, t -> Bookings.book(t, account, wanted(account, from, to), null))
                .id();
    }

    private List<Ask> open() {
        return site.read(view -> view.facts(Asks.class).all().stream()
                .filter(ask -> ask.isOpen(view.now()))
                .toList());
    }

    private Reservation now(ReservationId id) {
        return site.open(id).orElseThrow();
    }

    /** From 10 to 12 is ana's; if she may end by 16 she can start at 14, and cy has 10 to 14. */
    @Test
    void owner_isAskedForWhatIsNeeded_andTheJobIsHeld_onceThereIsRoom() {
        ReservationId inTheWay = book(ANA, 10, 12);
        List<Ask> asked = seeker.seek(wanted(CY, 10, 14));
        assertThat(asked).hasSize(1);
        Ask ask = asked.getFirst();
        assertThat(ask.user()).isEqualTo("ana");
        assertThat(ask.by()).isEqualTo("site");
        assertThat(ask.deadline()).isEqualTo(START + 16 * HOUR);
        assertThat(ask.discount()).isEqualTo(Money.of("0.40"));
        assertThat(now(inTheWay).window().start()).isEqualTo(START + 10 * HOUR);
        Answering.Accepted accepted = site.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, ask.id())));
        assertThat(accepted.quote().after()).isEqualTo(Money.of("1.60"));
        assertThat(now(inTheWay).window()).isEqualTo(new Window(START + 14 * HOUR, START + 16 * HOUR));
        Reservation held =
                now(new ReservationId(accepted.ask().room().orElseThrow().held().orElseThrow()));
        assertThat(held.state()).isEqualTo(Reservation.State.HELD);
        assertThat(held.job().user()).isEqualTo("cy");
        assertThat(held.window()).isEqualTo(new Window(START + 10 * HOUR, START + 14 * HOUR));
        Optional<Long> until = site.read(view -> view.heldUntil(held.id()));
        assertThat(until).contains(START + HOUR / 2);
        assertThat(site.deeds()).contains("site ask q1", "ana accept-ask q1", "ana hold r2");
    }

    /** Nobody asked who is not needed: who could move as it is, whose move makes no room, and who needs the room. */
    @Test
    void nobodyIsAsked_inVain() {
        book(ANA, 10, 12);
        book(BEN, 15, 30);
        // Ana would have to start at 14 and end by 16, where ben is.
        assertThat(seeker.seek(wanted(CY, 10, 14))).isEmpty();
        // There is room.
        assertThat(seeker.seek(wanted(CY, 12, 15))).isEmpty();
        assertThat(seeker.seek(wanted(ANA, 10, 12))).isEmpty();
        // Too far: six hours later is the most.
        book(ANA, 40, 42);
        assertThat(seeker.seek(wanted(CY, 40, 47))).isEmpty();
        assertThat(seeker.seek(wanted(CY, 40, 46))).hasSize(1);
    }

    /** Each could make room alone; the cheaper one is asked first, and the first who accepts ends the asking. */
    @Test
    void oneAnswerIsEnough() {
        TestSite two = new TestSite(new Pool("a", 1, "1"), new Pool("b", 1, "1"));
        try (two) {
            two.set(CY);
            two.submit(new Command.SetTariff(new PoolId("a"), Tariff.flat(Money.of("1"), HOUR)));
            RoomSeeker both = new RoomSeeker(two.site(), SETTINGS);
            ReservationId first = two.write(ANA, t -> Bookings.book(t, ANA, wanted(ANA, 10, 12), null))
                    .id();
            ReservationId second = two.write(BEN, t -> Bookings.book(t, BEN, wanted(BEN, 10, 12), null))
                    .id();
            List<Ask> asked = both.seek(wanted(CY, 10, 12));
            assertThat(asked).extracting(Ask::user).containsExactly("ben", "ana");
            assertThat(asked)
                    .extracting(ask -> ask.room().orElseThrow().group())
                    .containsExactly(1L, 1L);
            assertThat(both.seek(wanted(CY, 10, 12))).as("asked already").isEmpty();
            two.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, "q2")));
            rejected(
                    Code.ASK_OVER,
                    "another owner has accepted",
                    () -> two.write(BEN, t -> Answering.accept(t, AskTarget.of(BEN, "q1"))));
            assertThat(two.open(second).orElseThrow().job().deadline()).isEqualTo(START + 12 * HOUR);
            assertThat(two.open(first).orElseThrow().job().deadline()).isGreaterThan(START + 12 * HOUR);
        }
    }

    @Test
    void booked_otherwise_endsTheAsking_andSoDoesItsUser() {
        book(ANA, 10, 12);
        seeker.seek(wanted(CY, 10, 14));
        book(CY, 20, 24);
        assertThat(open()).isEmpty();
        rejected(
                Code.ASK_OVER,
                "booked otherwise",
                () -> site.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, "q1"))));
        seeker.seek(wanted(CY, 10, 14));
        site.write(CY, t -> Answering.withdraw(t, AskTarget.of(CY, "q2")));
        assertThat(open()).isEmpty();
    }

    /** Others were faster, or the account is closed: the owner's answer counts all the same, and nothing is held. */
    @Test
    void answerCounts_alsoIfThereIsNoRoomAfterAll() {
        ReservationId inTheWay = book(ANA, 10, 12);
        Ask ask = seeker.seek(wanted(CY, 10, 14)).getFirst();
        book(BEN, 13, 15);
        Answering.Accepted accepted = site.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, ask.id())));
        assertThat(accepted.ask().room().orElseThrow().held()).isEmpty();
        assertThat(now(inTheWay).agreement().price()).isEqualTo(Money.of("1.60"));
        assertThat(now(inTheWay).window().start()).isEqualTo(START + 10 * HOUR);
    }

    @Test
    void quota_ofTheOneWhoNeedsRoom_isKept() {
        site.set(new Account("cy", Role.USER, true, 3 * HOUR, 24 * HOUR, 0, 0, Optional.empty()));
        book(ANA, 10, 12);
        Ask ask = seeker.seek(wanted(CY, 10, 14)).getFirst();
        Answering.Accepted accepted = site.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, ask.id())));
        assertThat(accepted.ask().room().orElseThrow().held()).isEmpty();
    }

    /** The site asks by itself only if it is set to, and nobody who starts in a moment. */
    @Test
    void nobodyIsAsked_whoHasNoTimeToAnswer() {
        book(ANA, 1, 3);
        site.pass(HOUR - Asking.LEAST_TIME + 1);
        assertThat(seeker.seek(wanted(CY, 1, 5))).isEmpty();
        book(BEN, 10, 12);
        try (RoomSeeker off = RoomSeeker.start(site.site(), AskSettings.DEFAULT)) {
            off.refused(wanted(CY, 10, 14));
            assertThat(open()).isEmpty();
        }
    }

    /** Among very many only some are tried, and the search comes to an end. */
    @Test
    void search_isBounded() {
        for (int i = 0; i < 100; i++) {
            book(ANA, 10 + i, 11 + i);
        }
        // Full for a hundred hours: nobody has a place to go to.
        assertThat(seeker.seek(wanted(CY, 10, 20))).isEmpty();
        assertThat(new RoomSearch(site.site(), wanted(CY, 10, 20), SETTINGS).found())
                .isEmpty();
        // The last one can go, and is not among those that are tried first.
        assertThat(seeker.seek(wanted(CY, 109, 110))).hasSize(1);
    }
}
