package dev.berth.service.ask;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.job;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Bookings;
import dev.berth.service.hold.GroupHolds;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asks by hand, and what becomes of them; one server that costs 1 per hour. */
class AskingTest {
    private final TestSite site = new TestSite(new Pool("p", 1, "1"));

    AskingTest() {
        site.submit(new Command.SetTariff(
                new PoolId("p"),
                Tariff.flat(Money.of("1"), HOUR).withDiscounts(100_000, 0, 1).withFees(200_000, 50_000)));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private ReservationId book(Account account, long from, long to) {
        return book(job(account.name(), new Window(START + from * HOUR, START + to * HOUR), 1));
    }

    private ReservationId book(Job job) {
        return site.write(OLGA, t -> Bookings.book(t, OLGA, job, null)).id();
    }

    private static Asking.Order order(ReservationId id, long deadline, int discount) {
        return new Asking.Order(id, START + deadline * HOUR, discount, null, "The pool is drained");
    }

    private Ask ask(ReservationId id, long deadline, int discount) {
        return site.write(OLGA, t -> Asking.ask(t, OLGA, order(id, deadline, discount), AskSettings.DEFAULT));
    }

    private Reservation now(ReservationId id) {
        return site.open(id).orElseThrow();
    }

    private Ask.State state(Ask ask) {
        return site.read(
                view -> view.facts(Asks.class).get(ask.number()).orElseThrow().stateAt(view.now()));
    }

    private Answering.Accepted accept(Account account, Ask ask) {
        return site.write(account, t -> Answering.accept(t, AskTarget.of(account, ask.id())));
    }

    /** Ten hours cost 10; 20% off is 2. */
    @Test
    void ask_changesNothing_untilItsOwnerAccepts() {
        ReservationId id = book(ANA, 10, 20);
        Reservation before = now(id);
        Ask ask = ask(id, 26, 200_000);
        assertThat(ask.id()).isEqualTo("q1");
        assertThat(ask.discount()).isEqualTo(Money.of("2"));
        assertThat(now(id)).isEqualTo(before);
        Answering.Accepted accepted = accept(ANA, ask);
        assertThat(accepted.quote().after()).isEqualTo(Money.of("8"));
        assertThat(now(id).job()).isEqualTo(before.job().within(START + 10 * HOUR, START + 26 * HOUR));
        assertThat(now(id).agreement().price()).isEqualTo(Money.of("8"));
        assertThat(now(id).agreement().fees()).isEqualTo(Money.ZERO);
        assertThat(now(id).placement()).isEqualTo(before.placement());
        assertThat(state(ask)).isEqualTo(Ask.State.ACCEPTED);
        rejected(Code.ASK_OVER, "q1 was accepted", () -> accept(ANA, ask));
        rejected(
                Code.ASK_OVER,
                "q1 was accepted",
                () -> site.write(ANA, t -> Answering.decline(t, AskTarget.of(ANA, "q1"))));
        assertThat(site.deeds()).contains("olga ask q1", "ana accept-ask q1");
    }

    /** For 60% more time the tariff gives 6% and an incentive of 3% of 9.40, which is more than one percent. */
    @Test
    void discount_isNeverLess_thanWhatTheTariffGivesUnasked() {
        ReservationId id = book(ANA, 10, 20);
        Reservation before = now(id);
        Ask ask = ask(id, 26, 10_000);
        Money unasked = site.rehearse(ANA, t -> {
            t.submit(new Command.Adjust(id, new Adjustment.Relax(before.job().ready(), START + 26 * HOUR)));
            return t.view()
                    .reservation(id)
                    .map(r -> r.agreement().price().plus(r.agreement().fees()))
                    .orElseThrow();
        });
        assertThat(unasked).isEqualTo(Money.of("9.12"));
        assertThat(ask.after()).isEqualTo(unasked);
    }

    @Test
    void decline_andExpiry_leaveEverythingAsItIs() {
        ReservationId id = book(ANA, 10, 20);
        Reservation before = now(id);
        Ask declined = ask(id, 26, 200_000);
        site.write(ANA, t -> Answering.decline(t, AskTarget.of(ANA, declined.id())));
        assertThat(state(declined)).isEqualTo(Ask.State.DECLINED);
        Ask ignored = ask(id, 26, 200_000);
        site.pass(2 * HOUR - 1);
        assertThat(state(ignored)).isEqualTo(Ask.State.OPEN);
        site.pass(1);
        assertThat(state(ignored)).isEqualTo(Ask.State.EXPIRED);
        rejected(Code.ASK_OVER, "q2 expired", () -> accept(ANA, ignored));
        assertThat(now(id)).isEqualTo(before);
        // The next one notes that for good.
        ask(id, 26, 200_000);
        Ask noted = site.read(view -> view.facts(Asks.class).get(2).orElseThrow());
        assertThat(noted.state()).isEqualTo(Ask.State.EXPIRED);
    }

    @Test
    void onlyTheOwner_answers_andOnlyOperators_ask() {
        ReservationId id = book(ANA, 10, 20);
        Ask ask = ask(id, 26, 200_000);
        rejected(Code.UNKNOWN_ASK, "Unknown ask", () -> accept(BEN, ask));
        rejected(Code.NOT_ALLOWED, "Only ana may answer q1", () -> accept(OLGA, ask));
        rejected(
                Code.UNKNOWN_ASK,
                "Unknown ask",
                () -> site.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, "q2"))));
        rejected(
                Code.UNKNOWN_ASK,
                "Unknown ask",
                () -> site.write(ANA, t -> Answering.accept(t, AskTarget.of(ANA, "q"))));
        rejected(
                Code.NOT_ALLOWED,
                "Only operators",
                () -> site.write(BEN, t -> Asking.ask(t, BEN, order(id, 26, 1), AskSettings.DEFAULT)));
        rejected(
                Code.NOT_ALLOWED,
                "decline",
                () -> site.write(ANA, t -> Answering.withdraw(t, AskTarget.of(ANA, "q1"))));
        site.write(OLGA, t -> Answering.withdraw(t, AskTarget.of(OLGA, "q1")));
        rejected(Code.ASK_OVER, "q1 was withdrawn", () -> accept(ANA, ask));
    }

    @Test
    void whatCannotBeAsked_isSaidWithItsReason() {
        ReservationId id = book(ANA, 10, 20);
        rejected(Code.INVALID, "later than the present deadline", () -> ask(id, 20, 1));
        rejected(Code.UNKNOWN_RESERVATION, "r99", () -> ask(new ReservationId(99), 20, 1));
        for (long expires : new long[] {START, START + 10 * HOUR + 1}) {
            rejected(
                    Code.INVALID,
                    "expires",
                    () -> site.write(
                            OLGA,
                            t -> Asking.ask(
                                    t,
                                    OLGA,
                                    new Asking.Order(id, START + 26 * HOUR, 1, expires, ""),
                                    AskSettings.DEFAULT)));
        }
        ask(id, 26, 1);
        rejected(Code.CANNOT_ASK, "q1 already asks", () -> ask(id, 26, 1));
        ReservationId others = book(BEN, 30, 31);
        site.write(BEN, t -> {
            t.record(Asks.KIND, new AskFact.Choice("ben", false));
            return true;
        });
        rejected(Code.CANNOT_ASK, "ben does not want", () -> ask(others, 40, 1));
        ReservationId grouped = site.write(ANA, t -> {
                    Job job = job("ana", new Window(START + 40 * HOUR, START + 41 * HOUR), 1);
                    GroupHolds.hold(t, ANA, "g", "digest", List.of(job), HOUR);
                    return GroupHolds.ids(GroupHolds.confirm(t, ANA, "g"));
                })
                .getFirst();
        rejected(Code.CANNOT_ASK, "held together", () -> ask(grouped, 50, 1));
        site.pass(15 * HOUR);
        rejected(Code.CANNOT_ASK, "does not wait", () -> ask(id, 36, 1));
    }

    /** Three times a day is the limit; a day later it begins anew. */
    @Test
    void nobody_isAskedMoreOften_thanTheSiteWants() {
        ReservationId id = book(ANA, 100, 110);
        for (int i = 0; i < 3; i++) {
            Ask ask = ask(id, 120, 1);
            site.write(ANA, t -> Answering.decline(t, AskTarget.of(ANA, ask.id())));
        }
        rejected(Code.CANNOT_ASK, "3 times", () -> ask(id, 120, 1));
        site.pass(24 * HOUR);
        assertThat(ask(id, 120, 1).id()).isEqualTo("q4");
    }

    /** A later deadline, another price, settled servers, an end: what was asked about is no more. */
    @Test
    void ask_isTakenBack_whenItsReservationChanges() {
        ReservationId relaxed = book(ANA, 10, 20);
        Ask first = ask(relaxed, 26, 200_000);
        site.write(
                ANA,
                t -> t.submit(new Command.Adjust(relaxed, new Adjustment.Relax(START + 10 * HOUR, START + 21 * HOUR))));
        rejected(Code.ASK_OVER, "the reservation has changed", () -> accept(ANA, first));
        Ask second = ask(relaxed, 26, 200_000);
        site.submit(new Command.Bind(new PoolId("p"), START + 11 * HOUR));
        assertThat(state(second)).isEqualTo(Ask.State.WITHDRAWN);
        ReservationId cancelled = book(BEN, 30, 31);
        Ask third = ask(cancelled, 40, 1);
        site.write(BEN, t -> t.submit(new Command.Cancel(cancelled)));
        assertThat(state(third)).isEqualTo(Ask.State.WITHDRAWN);
    }

    /** It would be fixed half way; who accepts leaves it flexible, at the same deadline. */
    @Test
    void whatWouldBeFixed_canBeAskedToStayFlexible() {
        Job fixing = new Job(
                new dev.berth.engine.model.JobId("job"),
                "ana",
                START + 10 * HOUR,
                START + 30 * HOUR,
                new dev.berth.engine.model.Shape.Stay(1, 10 * HOUR),
                dev.berth.engine.model.Requirements.NONE,
                Terms.fixAfter(50));
        ReservationId id = book(fixing);
        accept(ANA, ask(id, 30, 200_000));
        site.pass(9 * HOUR);
        assertThat(now(id).job().deadline()).isEqualTo(START + 30 * HOUR);
        assertThat(now(id).isFixed()).isFalse();
    }

    /** Refused by the book, an acceptance changes nothing: the ask stays open. */
    @Test
    void refusedByTheBook_isRefusedAsAWhole() {
        ReservationId id = book(ANA, 10, 20);
        Ask ask = ask(id, 26, 200_000);
        site.site()
                .write("ana", t -> {
                    t.record(
                            Asks.KIND,
                            new AskFact.Made(new Ask(
                                    ask.number(),
                                    ask.reservation(),
                                    ask.name(),
                                    ask.user(),
                                    ask.by(),
                                    ask.before(),
                                    ask.deadline(),
                                    ask.price(),
                                    Money.of("10.01"),
                                    "",
                                    ask.room(),
                                    ask.made(),
                                    ask.expires(),
                                    Ask.State.OPEN,
                                    ask.made(),
                                    ask.why())));
                    return true;
                })
                .join();
        Reservation before = now(id);
        Assertions.assertThatThrownBy(() -> accept(ANA, ask)).isInstanceOf(Refused.class);
        assertThat(now(id)).isEqualTo(before);
        assertThat(state(ask)).isEqualTo(Ask.State.OPEN);
    }
}
