package dev.berth.service.runs;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Target;
import dev.berth.service.handover.Giving;
import dev.berth.service.handover.Guests;
import dev.berth.wire.problem.Code;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands of guests, and of somebody who has handed the reservation over meanwhile. */
class GuestRunsTest {
    private static final Account EVE = Account.of("eve", Role.USER);

    private final TestSite site = new TestSite(new Pool("fast", 2, "1"));
    private ReservationId id;

    @BeforeEach
    void book() {
        site.set(EVE);
        id = site.write(
                        ANA,
                        transaction -> Bookings.book(
                                transaction, ANA, TestSite.job("ana", new Window(START, START + HOUR), 1), null))
                .id();
        site.pass(1);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void share(String... guests) {
        site.write(ANA, transaction -> Guests.share(transaction, Target.of(ANA, id), List.of(guests), List.of()));
    }

    private Run begin(Account asker, String runner) {
        return site.write(
                asker,
                transaction -> RunReports.begin(
                        transaction, Target.of(asker, id), new RunReports.Beginning(runner, "dgx", "python", true)));
    }

    private Run end(Account asker, String runner) {
        return site.write(
                asker,
                transaction -> RunReports.end(transaction, asker, id, new RunReports.End(runner, Run.How.EXITED, 0, false)));
    }

    private boolean mayFollow(Account account) {
        return site.read(
                view -> Runs.mayFollow(view, account, Bookings.find(view, id).orElseThrow()));
    }

    @Test
    void aGuestsCommand_isTheGuests_andDoesNotEndTheReservation() {
        rejected(Code.NOT_ALLOWED, "r1", () -> begin(BEN, "bens"));
        share("ben");
        Run run = begin(BEN, "bens");
        assertThat(run.user()).isEqualTo("ben");
        rejected(Code.ALREADY_RUNS, "python", () -> begin(ANA, "anas"));
        rejected(Code.NOT_ALLOWED, "r1", () -> end(EVE, "bens"));
        assertThat(end(BEN, "bens").isRunning()).isFalse();
        assertThat(site.open(id)).isPresent();
        // The owner's own ends it, as ever.
        begin(ANA, "anas");
        end(ANA, "anas");
        assertThat(site.open(id)).isEmpty();
    }

    @Test
    void whatRuns_goesOn_whenItIsSharedNoMore() {
        share("ben");
        begin(BEN, "bens");
        site.write(ANA, transaction -> Guests.stop(transaction, Target.of(ANA, id)));
        assertThat(mayFollow(BEN)).isTrue();
        assertThat(mayFollow(EVE)).isFalse();
        end(BEN, "bens");
        assertThat(mayFollow(BEN)).isFalse();
        rejected(Code.NOT_ALLOWED, "r1", () -> begin(BEN, "again"));
    }

    @Test
    void whatRuns_goesOn_whenItIsHandedOver_andLeavesItToItsNewOwner() {
        begin(ANA, "anas");
        site.write(ANA, transaction -> Giving.give(transaction, Target.of(ANA, id), "ben", null));
        assertThat(mayFollow(ANA)).isTrue();
        rejected(Code.ALREADY_RUNS, "python", () -> begin(BEN, "bens"));
        end(ANA, "anas");
        assertThat(site.open(id))
                .hasValueSatisfying(it -> assertThat(it.job().user()).isEqualTo("ben"));
        assertThat(begin(BEN, "bens").user()).isEqualTo("ben");
        assertThat(site.deeds()).endsWith("ana give r1", "ana run-end r1", "ben run r1");
    }
}
