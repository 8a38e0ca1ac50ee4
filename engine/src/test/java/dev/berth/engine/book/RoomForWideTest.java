package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@code replan-wide}: who makes room for whom. */
class RoomForWideTest {
    private static Book book(int servers) {
        Book book = new Book("earliest", "replan-wide");
        book.submit(new Command.AddPool(new Pool("machine", servers, "1")));
        return book;
    }

    private static Job job(String name, int servers, long ready, long duration, long deadline) {
        return new Job(
                new JobId(name),
                "",
                ready,
                deadline,
                new Shape.Rigid(servers, new Work(duration)),
                Requirements.NONE,
                Terms.NONE);
    }

    private static Reservation reserve(Book book, Job job) {
        return ((Decision.Accepted) book.submit(new Command.Reserve(job))).reservation();
    }

    /** Six of eight servers are booked for [10, 20) and could wait until 40. Three more servers are more than a quarter of eight; two are not. */
    @Test
    void wideJob_findsRoom_narrowOneDoesNot() {
        Book book = book(8);
        Reservation first = reserve(book, job("first", 6, 10, 10, 40));
        assertThat(first.window().start()).isEqualTo(10);
        reserve(book, job("fixed", 1, 10, 10, 20));
        assertThat(book.decide(new Command.Reserve(job("narrow", 2, 10, 10, 20))))
                .isInstanceOf(Decision.Refused.class);
        Reservation wide = reserve(book, job("wide", 3, 10, 10, 20));
        assertThat(wide.window().start()).isEqualTo(10);
        assertThat(book.reservation(first.id()).orElseThrow().window().start()).isEqualTo(20);
    }

    /** A pool of seven servers has no wide jobs, not even one that takes all. */
    @Test
    void smallPool_hasNoWideJobs() {
        Book book = book(7);
        reserve(book, job("first", 5, 10, 10, 40));
        assertThat(book.decide(new Command.Reserve(job("all", 7, 10, 10, 20)))).isInstanceOf(Decision.Refused.class);
    }

    /** Literal twin: where no job is wide the book is that of {@code direct}, and where all are it is that of {@code replan}. */
    @Test
    void isDirectForNarrowJobs_andReplanForWideOnes() {
        for (long seed = 1; seed <= 40; seed++) {
            sameBook(seed, "direct", 1, 4);
            sameBook(seed, "replan", 5, 16);
        }
    }

    private static void sameBook(long seed, String admission, int fewest, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        Book wide = new Book("terms", "replan-wide");
        Book twin = new Book("terms", admission);
        Command add = new Command.AddPool(new Pool("machine", 16, "1"));
        wide.submit(add);
        twin.submit(add);
        long now = 0;
        for (int step = 0; step < 120; step++) {
            now += random.nextInt(4);
            long ready = now + random.nextInt(60);
            long duration = 1 + random.nextInt(30);
            Job job = job(
                    "j" + step,
                    random.nextInt(fewest, most + 1),
                    ready,
                    duration,
                    ready + duration + random.nextInt(80));
            Job asked = random.nextBoolean() ? job.whenFree() : job;
            Command advance = new Command.Advance(now);
            wide.submit(advance);
            twin.submit(advance);
            assertThat(wide.submit(new Command.Reserve(asked)))
                    .as("%s, seed %d, step %d", admission, seed, step)
                    .isEqualTo(twin.submit(new Command.Reserve(asked)));
        }
    }
}
