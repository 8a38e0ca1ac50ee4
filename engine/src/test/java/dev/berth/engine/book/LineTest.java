package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Line of those that ask: while all have to start in the order in which they asked, {@code terms} gives the last one its first start. */
class LineTest {
    private final Book book = book(2);

    private static Book book(int servers) {
        Book book = new Book("terms", "direct", true);
        book.submit(new Command.AddPool(new Pool("machine", servers, "1")));
        return book;
    }

    private Reservation reserve(Job job) {
        return ((Decision.Accepted) book.submit(new Command.Reserve(job.whenFree()))).reservation();
    }

    /** Both servers run until 10; another one follows on one of them until 20. A level start would be at 20, beside nobody. */
    private void fill() {
        assertThat(reserve(Job.of("runs", 0, 10, 30, 2)).window().start()).isZero();
        assertThat(reserve(Job.of("follows", 0, 10, 40)).window().start()).isEqualTo(10);
    }

    @Test
    void lastInLine_getsTheFirstStart() {
        fill();
        assertThat(reserve(Job.of("last", 0, 10, 40)).window().start()).isEqualTo(10);
    }

    @Test
    void oneThatLiesAhead_getsTheLevelStart() {
        fill();
        assertThat(reserve(Job.of("ahead", 1, 10, 40)).window().start()).isEqualTo(20);
    }

    @Test
    void oneThatHasToStartSooner_getsTheLevelStart_andTheNextAsWell() {
        fill();
        Reservation sooner = reserve(Job.of("sooner", 0, 5, 30));
        assertThat(sooner.window().start()).isEqualTo(20);
        assertThat(reserve(Job.of("next", 0, 10, 40)).window().start()).isEqualTo(25);
    }

    @Test
    void onceNobodyOvertakes_thereIsALineAgain() {
        fill();
        Reservation sooner = reserve(Job.of("sooner", 0, 5, 30));
        book.submit(new Command.Cancel(sooner.id()));
        assertThat(reserve(Job.of("next", 0, 10, 40)).window().start()).isEqualTo(10);
    }

    /** Literal twin: the answer of {@code prompt} for the last in line, and that of {@code level} for anybody else. */
    @Test
    void answersAsPromptOrLevel() {
        int inLine = 0;
        int notInLine = 0;
        for (long seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Book random4 = book(4);
            long now = 0;
            int mixed = random.nextInt(4) * 10;
            for (int step = 0; step < 80; step++) {
                now += random.nextInt(4);
                random4.submit(new Command.Advance(now));
                long ready = random.nextInt(4) == 0 ? now + random.nextInt(10) : now;
                long work = 1 + random.nextInt(12);
                long slack = random.nextInt(100) < mixed ? random.nextInt(40) : 40;
                Job job = Job.of("job", ready, work, ready + work + slack, 1 + random.nextInt(3))
                        .whenFree();
                boolean last = isLast(random4, job);
                Command asked = new Command.Reserve(job);
                Decision decision = random4.decide(asked);
                Decision expected = random4.whatIf(
                                List.of(new Command.SetPolicy(last ? "prompt" : "level", "direct"), asked))
                        .get(1);
                assertThat(decision).as("seed %d, step %d", seed, step).isEqualTo(expected);
                assertThat(Book.restore(random4.snapshot()).decide(asked)).isEqualTo(decision);
                if (decision instanceof Decision.Accepted && last) {
                    inLine++;
                } else if (decision instanceof Decision.Accepted) {
                    notInLine++;
                }
                random4.submit(asked);
                if (random.nextInt(10) == 0) {
                    random4.reservations().stream()
                            .filter(Reservation::isWaiting)
                            .max(Comparator.comparing(Reservation::id))
                            .ifPresent(latest -> random4.submit(new Command.Cancel(latest.id())));
                }
            }
        }
        assertThat(inLine).isGreaterThan(500);
        assertThat(notInLine).isGreaterThan(500);
    }

    private static boolean isLast(Book book, Job job) {
        long before = Long.MIN_VALUE;
        for (Reservation open : book.reservations().stream()
                .sorted(Comparator.comparing(Reservation::id))
                .toList()) {
            long latest = open.job().deadline() - open.job().work().amount();
            if (latest < before) {
                return false;
            }
            before = latest;
        }
        return job.deadline() - job.work().amount() >= before;
    }
}
