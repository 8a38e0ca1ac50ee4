package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many jobs at once, perhaps in place of older reservations. */
class ReplaceTest {
    private final Book book = new Book("level");

    @BeforeEach
    void twoServers() {
        book.submit(new Command.AddPool(new Pool("p", 2, "1")));
    }

    private static Job exactly(String name, long start, long end) {
        return Job.of(name, start, end - start, end);
    }

    private static ReservationId id(long number) {
        return new ReservationId(number);
    }

    @Test
    void allJobsThatFitTogether_areReservedInTheirOrder() {
        Accepted accepted = (Accepted) book.submit(new Command.Replace(
                List.of(), List.of(exactly("b", 10, 20), exactly("a", 10, 20), exactly("c", 20, 30))));

        assertThat(accepted.reservations())
                .extracting(reservation -> reservation.job().id().name())
                .containsExactly("b", "a", "c");
        assertThat(book.reservations()).hasSize(3);
    }

    @Test
    void oneThatDoesNotFitBesideTheOthers_isNamed_andNothingStays() {
        byte[] before = book.snapshot();

        Decision decision = book.submit(new Command.Replace(
                List.of(), List.of(exactly("a", 10, 20), exactly("b", 12, 18), exactly("c", 15, 25))));

        assertThat(decision)
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.refusal())
                                .isInstanceOfSatisfying(
                                        Refusal.NoCapacity.class,
                                        refusal ->
                                                assertThat(refusal.job().name()).isEqualTo("c")));
        assertThat(book.snapshot()).isEqualTo(before);
    }

    @Test
    void whatIsReplaced_makesRoom_andStaysIfTheNewIsRefused() {
        book.submit(new Command.Replace(List.of(), List.of(exactly("a", 10, 20), exactly("b", 10, 20))));
        Command toLong = new Command.Replace(List.of(id(1)), List.of(exactly("c", 10, 20), exactly("d", 15, 16)));

        assertThat(book.submit(toLong)).isInstanceOf(Refused.class);
        assertThat(book.reservations()).extracting(Reservation::id).containsExactlyInAnyOrder(id(1), id(2));
        assertThat(book.submit(new Command.Replace(List.of(id(1)), List.of(exactly("c", 10, 30)))))
                .isInstanceOf(Accepted.class);
        assertThat(book.reservations()).extracting(Reservation::id).containsExactlyInAnyOrder(id(2), id(3));
        assertThat(book.submit(new Command.Replace(List.of(id(2), id(2)), List.of())))
                .as("cancelled twice")
                .isInstanceOf(Refused.class);
    }

    @Test
    void theQuote_isOfAllTogether() {
        PoolId pool = new PoolId("p");
        book.submit(new Command.SetTariff(pool, new Tariff(Money.of("1"), 10, 0, 0, 1, 0, 500_000, 0)));
        Accepted first = (Accepted)
                book.submit(new Command.Replace(List.of(), List.of(exactly("a", 10, 20), exactly("b", 10, 30))));
        Accepted second = (Accepted) book.submit(new Command.Replace(List.of(id(2)), List.of(exactly("c", 40, 50))));

        assertThat(first.quote()).isEqualTo(Quote.price(Money.of("3")));
        assertThat(second.quote()).isEqualTo(new Quote(Money.of("2"), Money.of("1"), Money.of("1")));
    }

    /** Servers given back go to the new jobs first, and then to reservations that lost theirs. */
    @Test
    void whoLostItsServers_findsThoseGivenBack() {
        book.submit(new Command.Replace(List.of(), List.of(exactly("a", 10, 20), exactly("b", 10, 20))));
        book.submit(new Command.Fail(new PoolId("p"), ServerSet.of(1)));
        ReservationId lost = book.degraded().iterator().next().reservation().id();
        ReservationId other = book.reservations().iterator().next().id();

        book.submit(new Command.Replace(List.of(other), List.of(exactly("c", 12, 14))));
        assertThat(book.degraded()).as("the new job has the place").hasSize(1);
        book.submit(new Command.Replace(List.of(id(3)), List.of()));

        assertThat(book.degraded()).isEmpty();
        assertThat(book.reservations()).extracting(Reservation::id).containsExactly(lost);
    }

    @Test
    void freeServers_areToldStepByStep() {
        book.submit(new Command.Replace(List.of(), List.of(exactly("a", 10, 20), exactly("b", 15, 30))));
        List<String> steps = new ArrayList<>();
        int[] last = {-1};
        book.freeServers(new PoolId("p"), new Window(0, 100), (from, servers) -> {
            if (servers != last[0]) {
                steps.add(from + ":" + servers);
                last[0] = servers;
            }
        });

        assertThat(steps).containsExactly("0:2", "10:1", "15:0", "20:1", "30:2");
    }
}
