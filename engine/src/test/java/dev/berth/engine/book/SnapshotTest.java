package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.snapshot.DamagedSnapshot;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static Book book() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool(new PoolId("p"), 3, Rate.of("0.5"), Map.of("gpu", "h100"))));
        book.submit(new Command.Reserve(Job.of("now", 0, 5, 50, 2)));
        book.submit(new Command.Reserve(Job.of("gpu", 20, 5, 50).requiring(Requirements.attribute("gpu", "h100"))));
        book.submit(new Command.Reserve(Job.of("named", 30, 5, 50).requiring(Requirements.pool("p"))));
        book.submit(new Command.Advance(3));
        book.submit(new Command.Drain(new PoolId("p"), ServerSet.of(2), new Window(40, 60), false));
        return book;
    }

    @Test
    void restoredBook_knowsAllOfIt() {
        Book book = book();
        Book restored = Book.restore(book.snapshot());
        assertThat(restored.reservations()).containsExactlyInAnyOrderElementsOf(book.reservations());
        assertThat(restored.pools()).isEqualTo(book.pools());
        assertThat(restored.outages(new PoolId("p"))).isEqualTo(book.outages(new PoolId("p")));
        assertThat(restored.handout(new PoolId("p"))).isEqualTo(book.handout(new PoolId("p")));
        assertThat(restored.now()).isEqualTo(3);
        assertThat(restored.policy()).isEqualTo("level");
        assertThat(restored.calendarSize()).isPositive();
        assertThat(restored.snapshot()).isEqualTo(book.snapshot());
    }

    @Test
    void anyDamage_isReported() {
        byte[] good = book().snapshot();
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x10;
            assertThatThrownBy(() -> Book.restore(bad))
                    .as("byte %d", i)
                    .isInstanceOf(DamagedSnapshot.class)
                    .hasMessageContaining("not the snapshot of a book");
        }
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> Book.restore(cut)).as("cut at %d", length).isInstanceOf(DamagedSnapshot.class);
        }
    }
}
