package dev.berth.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobFeedTest {
    private final JobFeed feed = new JobFeed("earliest", List.of(new Pool("p", 1, "1"), new Pool("q", 2, "1")));

    @Test
    void jobs_areDecidedAtTheirTime() {
        assertThat(feed.servers()).isEqualTo(3);
        feed.advance(5);
        assertThat(feed.book().now()).isEqualTo(5);
        Decision decision = feed.reserve(Job.of("a", 6, 4, 20, 2));
        assertThat(decision).isInstanceOf(Decision.Accepted.class);
        assertThat(feed.advance(6)).hasAtLeastOneElementOfType(Event.Started.class);
        assertThat(feed.book().now()).isEqualTo(6);
        assertThat(feed.reserve(Job.of("b", 6, 4, 20, 3)))
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(JobFeed.isImpossible(refused.refusal()))
                                .isTrue());
        assertThat(JobFeed.work(Job.of("b", 6, 4, 20, 3))).isEqualTo(12);
    }

    /** Watchers of a reservation that ends can still ask the book where it was. */
    @Test
    void watcher_isToldBeforeTheBookForgets() {
        List<Long> ends = new ArrayList<>();
        feed.watch(event -> {
            if (event instanceof Event.Closed closed) {
                ends.add(feed.book()
                        .reservation(closed.reservation())
                        .orElseThrow()
                        .window()
                        .end());
            }
        });
        feed.reserve(Job.of("a", 0, 4, 20));
        feed.advance(10);
        assertThat(ends).containsExactly(4L);
    }

    @Test
    void commandThatTheBookRefuses_isAFailure() {
        assertThatThrownBy(() -> feed.done(new Command.Finish(new ReservationId(7))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Finish");
    }
}
