package dev.berth.service.runs;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.wire.problem.Code;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers; ana has both or one until 09:00, and ben from then on. */
class HandoverTest {
    private final Pool pool = new Pool("fast", 2, "1");
    private final TestSite site = new TestSite(pool);

    @AfterEach
    void close() {
        site.close();
    }

    private ReservationId book(Account account, long start, long end, int servers) {
        return site.write(
                        account,
                        transaction -> Bookings.book(
                                transaction,
                                account,
                                TestSite.job(account.name(), new Window(start, end), servers),
                                null))
                .id();
    }

    private Run begin(Account account, ReservationId id) {
        return site.write(
                account,
                transaction -> RunReports.begin(
                        transaction,
                        Target.of(account, id),
                        new RunReports.Beginning("runner of " + id, "dgx", "python", false)));
    }

    private void end(Account account, ReservationId id) {
        site.write(
                account,
                transaction -> RunReports.end(
                        transaction,
                        account,
                        id,
                        new RunReports.End("runner of " + id, Run.How.CUT_SHORT, 137, false)));
    }

    private void mustWait(Account account, ReservationId id) {
        rejected(Code.SERVERS_IN_USE, "servers of %s before".formatted(id), () -> begin(account, id));
    }

    @Test
    void endWithoutAReport_theNextWaitsForIt() {
        ReservationId first = book(ANA, START, START + HOUR, 2);
        ReservationId next = book(BEN, START + HOUR, START + 2 * HOUR, 1);
        site.pass(1);
        begin(ANA, first);
        site.pass(HOUR - 1);

        mustWait(BEN, next);
        end(ANA, first);

        assertThat(begin(BEN, next).isRunning()).isTrue();
    }

    @Test
    void endWithoutAReport_afterFiveSecondsTheNextBegins() {
        ReservationId first = book(ANA, START, START + HOUR, 2);
        ReservationId next = book(BEN, START + HOUR, START + 2 * HOUR, 1);
        site.pass(1);
        begin(ANA, first);
        site.pass(HOUR - 1);
        site.pass(4_999);

        mustWait(BEN, next);
        site.pass(1);

        assertThat(begin(BEN, next).isRunning()).isTrue();
    }

    @Test
    void reportedEnd_keepsNobodyWaiting() {
        ReservationId first = book(ANA, START, START + HOUR, 2);
        ReservationId next = book(BEN, START + HOUR, START + 2 * HOUR, 1);
        site.pass(1);
        begin(ANA, first);
        end(ANA, first);
        site.pass(HOUR - 1);

        assertThat(begin(BEN, next).isRunning()).isTrue();
    }

    @Test
    void cancelled_hasItsGraceBeforeTheNextBegins() {
        ReservationId first = book(ANA, START, START + HOUR, 2);
        site.pass(1);
        begin(ANA, first);
        site.write(ANA, transaction -> Changes.cancel(transaction, Target.of(ANA, first)));
        ReservationId next = book(BEN, START + 2, START + HOUR, 2);
        site.pass(34_999);

        mustWait(BEN, next);
        site.pass(1);

        assertThat(begin(BEN, next).isRunning()).isTrue();
    }

    @Test
    void otherServers_areNotWaitedFor() {
        ReservationId first = book(ANA, START, START + HOUR, 1);
        ReservationId beside = book(BEN, START, START + HOUR, 1);
        site.pass(1);
        begin(ANA, first);
        site.write(ANA, transaction -> Changes.cancel(transaction, Target.of(ANA, first)));

        assertThat(begin(BEN, beside).isRunning()).isTrue();
    }

    /** The first reservation loses one of its two servers; the next one gets the other while the first command still ends. */
    @Test
    void withoutServers_theOneThatIsLeftIsWaitedFor() {
        ReservationId first = book(ANA, START, START + HOUR, 2);
        site.pass(1);
        begin(ANA, first);
        site.submit(new Command.Fail(pool.id(), ServerSet.of(0)));
        // Until then the server that is left is kept for it.
        site.submit(new Command.Cancel(first));
        ReservationId next = book(BEN, START + 2, START + HOUR, 1);
        site.pass(1);

        mustWait(BEN, next);
        end(ANA, first);

        assertThat(begin(BEN, next).isRunning()).isTrue();
    }
}
