package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Counts what is open, and refuses what is too much. */
class MemoryRoomTest {
    @Test
    void isFull_fromTheLimitOn_andNotBelow() {
        AtomicLong taken = new AtomicLong(999);
        MemoryRoom room = new MemoryRoom(taken::get, 1_000);
        assertThat(room.isFull()).isFalse();
        taken.set(1_000);
        assertThat(room.isFull()).isTrue();
        assertThat(room.isFull()).isTrue();
        taken.set(999);
        assertThat(room.isFull()).as("something was cancelled").isFalse();
        taken.set(100);
        assertThat(room.isFull()).isFalse();
    }

    private static ReservationId book(TestSite site, String user, long hour, int servers) {
        Window window = new Window(TestSite.START + hour * TestSite.HOUR, TestSite.START + (hour + 1) * TestSite.HOUR);
        Decision decision = site.submit(new Command.Reserve(TestSite.job(user, window, servers)));
        return ((Decision.Accepted) decision)
                .events().stream()
                        .filter(Event.Reserved.class::isInstance)
                        .map(event -> ((Event.Reserved) event).reservation().id())
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void openBytes_growWithWhatIsBooked_andGoWithIt() {
        try (TestSite site = new TestSite(new Pool("fast", 100, "1"))) {
            long empty = site.site().openBytes();
            ReservationId small = book(site, "ana", 1, 1);
            long one = site.site().openBytes();
            assertThat(one - empty).isGreaterThan(1_000);
            ReservationId large = book(site, "a-user-with-a-long-name", 2, 100);
            assertThat(site.site().openBytes() - one).isGreaterThan(one - empty);
            site.submit(new Command.Cancel(small));
            site.submit(new Command.Cancel(large));
            assertThat(site.site().openBytes()).isEqualTo(empty);
        }
    }
}
