package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rescheduling decides as the literal algorithm does, down to the place of every reservation. */
class ReschedulingTest {
    @ParameterizedTest
    @CsvSource({
        "earliest, EDF",
        "earliest, FIFO",
        "earliest, BJF",
        "earliest, LFF",
        "earliest, SHUFFLE",
        "earliest, HRF",
        "earliest, HPF",
        "level, HRF",
        "ff-ha-plus, HPF",
        "level, EDF",
        "level, BJF",
        "level, LFF",
        "ff-hu, EDF",
        "ff-ha-plus, EDF",
        "ff-ha-plus, LFF"
    })
    void decidesAsTheLiteralAlgorithm(String policy, Order order) {
        int moves = 0;
        int refused = 0;
        for (long seed = 1; seed <= 150; seed++) {
            RandomCommands commands = commands(seed, order);
            Book book = new Book(policy, "reschedule-" + order);
            for (int step = 0; step < 120; step++) {
                Command command = commands.next(book);
                String where = "%s, %s, seed %d, step %d, %s".formatted(policy, order, seed, step, command);
                if (!(command instanceof Command.Reserve reserve)
                        || book.pools().isEmpty()) {
                    book.submit(command);
                    continue;
                }
                Job job = reserve.job();
                Map<ReservationId, Placement> expected = new LiteralAlgorithm(book, order).admit(job);
                Map<ReservationId, Placement> before = placements(book);
                Decision decision = book.submit(command);
                assertThat(decision instanceof Decision.Accepted).as(where).isEqualTo(expected != null);
                if (expected == null) {
                    refused++;
                    assertThat(placements(book)).as(where).isEqualTo(before);
                } else {
                    assertThat(waiting(book)).as(where).isEqualTo(expected);
                    moves += before.entrySet().stream()
                                    .allMatch(e ->
                                            e.getValue().equals(placements(book).get(e.getKey())))
                            ? 0
                            : 1;
                }
            }
        }
        assertThat(refused).isPositive();
        if (order != Order.FIFO) {
            assertThat(moves).as("decisions that moved others").isGreaterThan(50);
        }
    }

    /** Alternatives offered to a refused job are exactly the options of the literal Algorithm 2 that the book accepts. */
    @ParameterizedTest
    @CsvSource({
        "earliest, EDF",
        "earliest, FIFO",
        "earliest, BJF",
        "earliest, LFF",
        "earliest, HRF",
        "earliest, HPF",
        "level, EDF",
        "ff-ha-plus, EDF"
    })
    void alternativesAreThoseOfTheLiteralAlgorithm(String policy, Order order) {
        int offered = 0;
        for (long seed = 1; seed <= 60; seed++) {
            RandomCommands commands = commands(seed, order);
            Book book = new Book(policy, "reschedule-" + order);
            for (int step = 0; step < 100; step++) {
                Command command = commands.next(book);
                if (book.submit(command) instanceof Decision.Refused
                        && command instanceof Command.Reserve reserve
                        && !book.pools().isEmpty()) {
                    Job job = reserve.job();
                    Set<Window> expected = new LiteralAlgorithm(book, order)
                            .options(job).stream()
                                    .filter(times ->
                                            book.decide(new Command.Reserve(job.within(times.start(), times.end())))
                                                    instanceof Decision.Accepted)
                                    .collect(Collectors.toSet());
                    List<Alternative> found = book.alternatives(job, Integer.MAX_VALUE);
                    assertThat(found)
                            .as("%s, %s, seed %d, step %d, %s", policy, order, seed, step, command)
                            .extracting(a -> new Window(a.job().ready(), a.job().deadline()))
                            .containsExactlyInAnyOrderElementsOf(expected);
                    assertThat(found).extracting(a -> Math.abs(a.phi())).isSorted();
                    offered += found.size();
                }
            }
        }
        assertThat(offered).as("offers").isGreaterThan(100);
    }

    /** With prices where the order goes by them; elsewhere they would change nothing. */
    private static RandomCommands commands(long seed, Order order) {
        RandomCommands commands = new RandomCommands(seed).withoutOutages();
        return order == Order.HRF || order == Order.HPF ? commands.withPrices() : commands;
    }

    private static Map<ReservationId, Placement> placements(Book book) {
        Map<ReservationId, Placement> places = new HashMap<>();
        book.reservations().forEach(r -> places.put(r.id(), r.placement()));
        return places;
    }

    private static Map<ReservationId, Placement> waiting(Book book) {
        Map<ReservationId, Placement> places = new HashMap<>();
        book.reservations().stream().filter(Reservation::isWaiting).forEach(r -> places.put(r.id(), r.placement()));
        return places;
    }
}
