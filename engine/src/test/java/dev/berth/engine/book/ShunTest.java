package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers that are handed out last. */
class ShunTest {
    private static final ServerSet TWO = ServerSet.of(2);

    private final Desk desk = Desk.of("level", 4);

    private List<ReservationId> book(int jobs, long start, long end) {
        return IntStream.range(0, jobs)
                .mapToObj(i -> desk.reserve(Job.exactly("job " + i, new Window(start, end), 1)))
                .toList();
    }

    private List<Integer> given(List<ReservationId> ids) {
        return ids.stream()
                .map(id -> desk.get(id).placement().servers().get(0))
                .sorted()
                .toList();
    }

    /** Again and again, because each looks from a place of its own onwards. */
    @Test
    void nobodyGetsIt_whileAnotherIsFree() {
        desk.accept(new Command.Shun(POOL, TWO));
        for (int round = 0; round < 20; round++) {
            List<ReservationId> three = book(3, 10L * round, 10L * round + 10);
            desk.advance(10L * round);
            assertThat(given(three)).containsExactly(0, 1, 3);
        }
    }

    @Test
    void whoNeedsAll_getsItAsWell() {
        desk.accept(new Command.Shun(POOL, TWO));
        List<ReservationId> four = book(4, 10, 20);
        desk.advance(10);
        assertThat(given(four)).containsExactly(0, 1, 2, 3);
    }

    /** Named before somebody was seen there, which binds nobody. */
    @Test
    void whoWasNamedIt_getsAnother() {
        List<ReservationId> three = book(3, 10, 20);
        desk.accept(new Command.NameServers(POOL));
        desk.accept(
                new Command.Shun(POOL, desk.get(three.getFirst()).placement().servers()));
        int shunned = desk.get(three.getFirst()).placement().servers().get(0);
        desk.advance(10);
        assertThat(given(three)).doesNotContain(shunned);
    }

    /** An outage is ahead: what is named must be kept, and what comes is named another. */
    @Test
    void whereServersAreNamedAhead_newcomersGoAroundIt() {
        desk.accept(new Command.Drain(POOL, ServerSet.of(3), new Window(50, 60), false));
        desk.accept(new Command.Shun(POOL, TWO));
        List<ReservationId> two = book(2, 10, 20);
        assertThat(given(two)).doesNotContain(2);
    }

    @Test
    void theLastWordCounts_andIsInTheSnapshot() {
        desk.accept(new Command.Shun(POOL, TWO));
        assertThat(desk.accept(new Command.Shun(POOL, TWO))).as("known already").isEmpty();
        assertThat(Book.restore(desk.book().snapshot()).snapshot())
                .isEqualTo(desk.book().snapshot());
        assertThat(Book.restore(desk.book().snapshot()).decide(new Command.Shun(POOL, TWO)))
                .isEqualTo(new Decision.Accepted(List.of()));
        desk.accept(new Command.Shun(POOL, ServerSet.EMPTY));
        List<ReservationId> four = book(4, 10, 20);
        desk.advance(10);
        assertThat(given(four)).containsExactly(0, 1, 2, 3);
        assertThat(desk.refuse(new Command.Shun(POOL, ServerSet.of(4)))).isInstanceOf(Refusal.UnknownServer.class);
    }
}
