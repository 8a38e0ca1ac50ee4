package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code replan} decides as its rule says, down to the place of every reservation. */
class ReplanTest {
    @ParameterizedTest
    @ValueSource(strings = {"level", "earliest", "ff-hu", "ff-ha", "ff-ha-tight", "ff-ha-plus", "ff-ha-plus-last"})
    void decidesAsTheLiteralRule(String policy) {
        int moves = 0;
        int refused = 0;
        for (long seed = 1; seed <= 40; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            Book book = new Book(policy, "replan");
            Book literal = new Book(policy, LiteralReplan.class.getName());
            for (int step = 0; step < 120; step++) {
                Command command = commands.next(book);
                String where = "%s, seed %d, step %d, %s".formatted(policy, seed, step, command);
                Decision decision = book.submit(command);
                assertThat(decision).as(where).isEqualTo(literal.submit(command));
                assertThat(placements(book)).as(where).isEqualTo(placements(literal));
                if (command instanceof Command.Reserve) {
                    refused += decision instanceof Decision.Refused ? 1 : 0;
                    moves += decision instanceof Decision.Accepted accepted
                                    && accepted.events().getFirst() instanceof Event.Moved
                            ? 1
                            : 0;
                }
            }
        }
        assertThat(refused).isPositive();
        assertThat(moves).as("decisions that moved others").isGreaterThan(5);
    }

    @Test
    void severalLeaveForOne() {
        Book book = book();
        ReservationId first = reserve(book, Job.of("first", 10, 2, 100));
        ReservationId second = reserve(book, Job.of("second", 14, 2, 100));
        ReservationId strict = reserve(book, Job.exactly("strict", new Window(9, 17), 1));
        assertThat(window(book, strict)).isEqualTo(new Window(9, 17));
        // The second is less flexible and placed first.
        assertThat(window(book, second)).isEqualTo(new Window(17, 19));
        assertThat(window(book, first)).isEqualTo(new Window(19, 21));
    }

    @Test
    void whoLeavesMayMakeAnotherLeave() {
        Book book = book();
        ReservationId first = reserve(book, Job.of("first", 10, 10, 30));
        ReservationId second = reserve(book, Job.of("second", 20, 10, 100));
        reserve(book, Job.exactly("strict", new Window(10, 20), 1));
        assertThat(window(book, first)).isEqualTo(new Window(20, 30));
        assertThat(window(book, second)).isEqualTo(new Window(30, 40));
    }

    @Test
    void whoIsLessFlexibleStays() {
        Book book = book();
        ReservationId strict = reserve(book, Job.exactly("strict", new Window(10, 20), 1));
        assertThat(book.submit(new Command.Reserve(Job.of("flexible", 8, 10, 24))))
                .isInstanceOf(Decision.Refused.class);
        assertThat(window(book, strict)).isEqualTo(new Window(10, 20));
    }

    static Stream<String> naming() {
        return Calendars.names().stream()
                .filter(policy -> Calendars.create(policy).namesServers());
    }

    /** One of two servers is free all the time, and neither for long enough. */
    private static Book divided(String policy) {
        Book book = new Book(policy, "replan");
        book.submit(new Command.AddPool(new Pool("p", 2, "1")));
        place(book, 1, Job.of("first", 10, 6, 40), new Window(10, 16), 0);
        place(book, 2, Job.of("second", 16, 6, 22), new Window(16, 22), 1);
        return book;
    }

    private static void place(Book book, long number, Job job, Window window, int server) {
        Placement placement = new Placement(new PoolId("p"), 1, window, ServerSet.of(server));
        book.apply(new Event.Reserved(Reservation.waiting(new ReservationId(number), job, placement, 0)));
    }

    @ParameterizedTest
    @MethodSource("naming")
    void whereServersAreNamed_oneOfThemIsCleared(String policy) {
        Book book = divided(policy);
        Decision.Accepted decision =
                (Decision.Accepted) book.submit(new Command.Reserve(Job.exactly("strict", new Window(10, 22), 1)));
        assertThat(decision.reservation().placement())
                .isEqualTo(new Placement(new PoolId("p"), 1, new Window(10, 22), ServerSet.of(0)));
        Placement first = Objects.requireNonNull(placements(book).get(new ReservationId(1)));
        assertThat(first.window().start()).isGreaterThanOrEqualTo(10);
        assertThat(first.window().end()).isLessThanOrEqualTo(40);
        assertThat(first.window().overlaps(first.servers().contains(0) ? new Window(10, 22) : new Window(16, 22)))
                .isFalse();
        assertThat(window(book, new ReservationId(2))).isEqualTo(new Window(16, 22));
        assertThat(decision.events().getFirst()).isInstanceOf(Event.Moved.class);
    }

    @ParameterizedTest
    @MethodSource("naming")
    void whatIsBoundToItsServer_doesNotLeaveIt(String policy) {
        Book book = divided(policy);
        book.submit(new Command.Bind(new PoolId("p"), 20));
        Map<ReservationId, Placement> before = placements(book);
        assertThat(book.submit(new Command.Reserve(Job.exactly("strict", new Window(10, 22), 1))))
                .isInstanceOf(Decision.Refused.class);
        assertThat(placements(book)).isEqualTo(before);
    }

    private static Book book() {
        Book book = new Book("earliest", "replan");
        book.submit(new Command.AddPool(new Pool("p", 1, "1")));
        return book;
    }

    private static ReservationId reserve(Book book, Job job) {
        return ((Decision.Accepted) book.submit(new Command.Reserve(job)))
                .reservation()
                .id();
    }

    private static Window window(Book book, ReservationId id) {
        return Objects.requireNonNull(placements(book).get(id)).window();
    }

    private static Map<ReservationId, Placement> placements(Book book) {
        Map<ReservationId, Placement> places = new HashMap<>();
        for (Reservation reservation : book.reservations()) {
            places.put(reservation.id(), reservation.placement());
        }
        return places;
    }
}
