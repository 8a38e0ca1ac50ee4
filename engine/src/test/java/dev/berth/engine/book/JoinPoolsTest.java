package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Refusal.Obstacle;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two pools of four cards each become two hosts with 4 cards, 10 cores and 64 units of memory. */
class JoinPoolsTest {
    private static final PoolId A = new PoolId("a");
    private static final PoolId B = new PoolId("b");
    private static final PoolId HOSTS = new PoolId("hosts");
    private static final Parts PARTS =
            Parts.of(Part.amount("cores", 10), Part.amount("memory", 64), Part.devices("gpu", 4));

    private Book book = new Book("level");

    private void addPools() {
        book.submit(new Command.AddPool(new Pool("a", 4, "1")));
        book.submit(new Command.AddPool(new Pool("b", 4, "1")));
    }

    private static Command.JoinPools join() {
        return new Command.JoinPools(new Pool("hosts", 2, "1").withParts(PARTS), "gpu", List.of(A, B));
    }

    private Reservation reserved(Job job) {
        return ((Decision.Accepted) book.submit(new Command.Reserve(job))).reservation();
    }

    private Reservation now(Reservation before) {
        return book.reservation(before.id()).orElseThrow();
    }

    private Refusal refused(Command command) {
        return ((Decision.Refused) book.submit(command)).refusal();
    }

    private static Job in(String pool, Job job) {
        return job.requiring(Requirements.pool(pool));
    }

    @ParameterizedTest
    @ValueSource(strings = {"level", "prompt", "earliest", "prompt/fgd"})
    void whatRuns_isBoundOrWaits_keepsTimeHostAndCards(String policy) {
        book = new Book(policy);
        addPools();
        Reservation runs = reserved(in("b", Job.exactly("runs", new Window(0, 100), 3)));
        Reservation bound = reserved(in("b", Job.exactly("bound", new Window(10, 50), 1)));
        book.submit(new Command.Advance(5));
        book.submit(new Command.Bind(B, 10));
        Reservation waits = reserved(in("a", Job.exactly("waits", new Window(20, 60), 2)));
        Reservation held = ((Decision.Accepted) book.submit(new Command.Hold(
                        in("a", Job.exactly("held", new Window(20, 60), 2)), 15)))
                .reservation();
        ServerSet cards = now(runs).placement().servers();
        ServerSet last = now(bound).placement().servers();

        assertThat(book.submit(join())).isInstanceOf(Decision.Accepted.class);

        assertThat(now(runs).isRunning()).isTrue();
        assertThat(now(runs).placement().window()).isEqualTo(new Window(0, 100));
        assertThat(now(runs).placement().servers()).isEqualTo(ServerSet.of(1));
        assertThat(cards(runs)).isEqualTo(cards.stream().boxed().toList());
        assertThat(cards(bound)).isEqualTo(last.stream().boxed().toList());
        assertThat(now(bound).isBound()).isTrue();
        // Three of four cards bring 7 of 10 cores, rounded down, and 48 of 64 units of memory.
        assertThat(now(runs).placement().taken().slice())
                .isEqualTo(Slice.of(Map.of("gpu", 3L, "cores", 7L, "memory", 48L)));
        assertThat(now(waits).placement().servers()).isEqualTo(ServerSet.of(0));
        assertThat(now(held).state()).isEqualTo(Reservation.State.HELD);
        assertThat(cards(waits)).doesNotContainAnyElementsOf(cards(held)).hasSize(2);
        assertThat(now(waits).job().requirements().pool()).isEqualTo(HOSTS);

        book.submit(new Command.Confirm(held.id()));
        for (long time = 10; time <= 100; time += 10) {
            assertThat(book.submit(new Command.Advance(time))).isInstanceOf(Decision.Accepted.class);
        }
        assertThat(book.reservations()).isEmpty();
    }

    private List<Integer> cards(Reservation reservation) {
        return now(reservation).placement().taken().devices().numbers(0, PARTS, PARTS.get("gpu"));
    }

    @Test
    void theOldPools_giveNothingAnyMore_andSayWhereTheyWent() {
        addPools();
        book.submit(join());
        assertThat(book.joinedTo(A)).contains(HOSTS);
        assertThat(refused(new Command.Reserve(in("a", Job.of("late", 0, 5, 50)))))
                .isEqualTo(new Refusal.PoolJoined(A, HOSTS));
        assertThat(refused(new Command.Restore(A, ServerSet.of(0)))).isEqualTo(new Refusal.PoolJoined(A, HOSTS));
        assertThat(refused(new Command.AddServers(B, 1, 0))).isEqualTo(new Refusal.PoolJoined(B, HOSTS));
        assertThat(refused(join())).isEqualTo(new Refusal.DuplicatePool(HOSTS));
        assertThat(((Refusal.NoMatchingPool) refused(new Command.Reserve(
                                Job.of("odd", 0, 5, 50).requiring(Requirements.attribute("x", "y")))))
                        .known())
                .containsExactly(HOSTS);
        assertThat(reserved(Job.of("whole", 0, 5, 50, 2)).placement().pool()).isEqualTo(HOSTS);
        Book restored = Book.restore(book.snapshot());
        assertThat(restored.joinedTo(B)).contains(HOSTS);
        assertThat(restored.snapshot()).isEqualTo(book.snapshot());
    }

    @Test
    void pricesStay_andACardOfTheNewPool_costsWhatItCost() {
        addPools();
        book.submit(new Command.SetTariff(A, Tariff.flat(Money.of("3"), 10)));
        assertThat(refused(join())).isEqualTo(new Refusal.CannotJoin(B, Obstacle.OTHER_TARIFF));
        book.submit(new Command.SetTariff(B, Tariff.flat(Money.of("3"), 10)));
        Reservation before = reserved(in("a", Job.exactly("before", new Window(20, 60), 2)));
        book.submit(join());
        assertThat(now(before).agreement()).isEqualTo(before.agreement());
        Reservation after = reserved(
                Job.exactly("after", new Window(20, 60), 1).requiring(Requirements.slice(Slice.of(Map.of("gpu", 2L)))));
        assertThat(after.agreement().price()).isEqualTo(before.agreement().price());
    }

    @Test
    void theNumberOfCards_isWhatItWasPlacedOn_andStaysSo() {
        addPools();
        Shape.Divisible divides = new Shape.Divisible(1, 4, new Work(40), 0);
        Reservation before = reserved(in("a", Job.of("divides", 0, 20, divides)));
        int count = before.placement().count();
        book.submit(join());
        assertThat(now(before).job().shape()).isEqualTo(new Shape.Rigid(1, divides.work(count)));
        assertThat(now(before).window()).isEqualTo(before.window());
        assertThat(cards(before)).hasSize(count);
    }

    @Test
    void cardsThatAreOut_stayOut_byThemselvesOrWithTheirHost() {
        addPools();
        book.submit(new Command.Drain(A, ServerSet.of(1, 2), new Window(10, 30), false));
        book.submit(new Command.Fail(A, ServerSet.of(3)));
        book.submit(new Command.Block(B, ServerSet.of(0, 1, 2, 3), new Window(5, 40), "node down"));
        book.submit(join());
        assertThat(book.outages(HOSTS))
                .extracting(outage -> outage.server() + " " + outage.window() + " "
                        + (outage.isWhole() ? "whole" : outage.taken().devices().numbers(0, PARTS, PARTS.get("gpu"))))
                .containsExactlyInAnyOrder(
                        "0 " + new Window(10, 30) + " [1, 2]",
                        "0 " + new Window(0, Window.FOREVER) + " [3]",
                        "1 " + new Window(5, 40) + " whole");
        assertThat(book.outages(A)).hasSize(4).allMatch(outage -> HOSTS.equals(outage.joinedTo()));
    }

    @Test
    void licences_areKept() {
        addPools();
        book.submit(new Command.SetLicences(Amounts.of(Map.of("matlab", 2L))));
        Requirements wanted = Requirements.pool("a").withLicences(Amounts.of(Map.of("matlab", 2L)));
        Reservation before =
                reserved(Job.exactly("licensed", new Window(10, 30), 1).requiring(wanted));
        book.submit(join());
        assertThat(book.freeLicences("matlab", new Window(10, 30))).isZero();
        assertThat(now(before).job().requirements().licences()).isEqualTo(wanted.licences());
    }

    @Test
    void whatCannotBeKept_isInTheWay() {
        addPools();
        book.submit(new Command.AddPool(new Pool("odd", 3, "1")));
        book.submit(new Command.AddPool(new Pool("slow", 4, "0.5")));
        book.submit(new Command.AddPool(new Pool("parts", 1, "1").withParts(PARTS)));
        assertThat(refusedWith("a", "odd")).isEqualTo(Obstacle.OTHER_SIZE);
        assertThat(refusedWith("a", "slow")).isEqualTo(Obstacle.OTHER_RATE);
        assertThat(refusedWith("a", "parts")).isEqualTo(Obstacle.HAS_PARTS);
        assertThat(refusedWith("a", "a")).isEqualTo(Obstacle.TWICE);
        book.submit(
                new Command.QueueOpportunist(Job.of("o", 0, 1, 1).id(), "bob", 1, new Work(2), Requirements.pool("a")));
        assertThat(refusedWith("a", "b")).isEqualTo(Obstacle.OPPORTUNIST);
        book.queuedOpportunists().stream()
                .toList()
                .forEach(each -> book.submit(new Command.CancelOpportunist(each.id())));
        Reservation lost = reserved(in("a", Job.exactly("lost", new Window(10, 30), 4)));
        book.submit(new Command.Fail(A, ServerSet.of(0)));
        assertThat(refused(join())).isEqualTo(new Refusal.CannotJoin(A, Obstacle.LOST_SERVERS, lost.id()));
        book.submit(new Command.Cancel(lost.id()));
        assertThat(book.submit(join())).isInstanceOf(Decision.Accepted.class);
        assertThat(book.reservation(new ReservationId(99))).isEmpty();
    }

    private Obstacle refusedWith(String first, String second) {
        Pool into = new Pool("hosts", 2, "1").withParts(PARTS);
        Refusal refusal = refused(new Command.JoinPools(into, "gpu", List.of(new PoolId(first), new PoolId(second))));
        return ((Refusal.CannotJoin) refusal).obstacle();
    }

    @Test
    void anOutageThatOnlyLooksLikeIt_isNoJoin() {
        assertThat(Outage.block(0, new Window(0, 9), "joined to x").joinedTo()).isNull();
        assertThat(Outage.block(0, new Window(0, Window.FOREVER), "joined forces")
                        .joinedTo())
                .isNull();
        assertThat(Outage.joined(0, 3, HOSTS).joinedTo()).isEqualTo(HOSTS);
    }
}
