package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random commands while the clock jumps, stands still and runs fast, and the site is closed and opened again. */
class ClockFaultsTest {
    private static final int SEQUENCES = 100;
    private static final int LENGTH = 60;
    private static final long TOLERANCE = 10;
    private static final long LONGEST_ABSENCE = 1_000;
    private static final long EIGHTY_YEARS = Duration.ofDays(80 * 365).toMillis();
    private static final ClockLimits LIMITS =
            new ClockLimits(Duration.ofMillis(TOLERANCE), Duration.ofMillis(LONGEST_ABSENCE));
    private static final Settings QUIET =
            Settings.DEFAULT.withTick(Duration.ofHours(1)).withSnapshotEvery(17);

    private int stops;
    private int closings;

    @Test
    void clockFaults_destroyNoPromise() {
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            sequence(seed);
        }
        assertThat(stops).isGreaterThan(SEQUENCES);
        assertThat(closings).isGreaterThan(SEQUENCES);
    }

    private void sequence(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomCommands commands = new RandomCommands(seed);
        FakeTime fake = new FakeTime(1_000_000);
        MemoryJournal journal = new MemoryJournal();
        Site site = open(journal, fake);
        long speed = 1;
        int reopened = 0;
        long now = 0;
        for (int step = 0; step < LENGTH; step++) {
            String when = "seed " + seed + ", step " + step;
            long elapsed = random.nextInt(4) == 0 ? random.nextInt(12) : 0;
            // In doubt since it was opened, a site cannot tell one wrong time from another; only whether it is
            // corrected.
            ClockState state = site.clock().state();
            boolean inDoubt = state.isStopped() && state.sinceStart();
            fake.run(elapsed, inDoubt ? elapsed : elapsed * speed);
            switch (inDoubt ? 4 + random.nextInt(8) : random.nextInt(12)) {
                case 0 -> fake.jump(random.nextLong(-50, 51));
                case 1 -> fake.jump(random.nextLong(-5_000, 5_001));
                case 2 -> fake.jump(random.nextBoolean() ? EIGHTY_YEARS : -EIGHTY_YEARS);
                case 3 -> speed = random.nextInt(3) * 20L;
                case 4, 5, 6 -> {
                    fake.correct();
                    speed = 1;
                }
                default -> {}
            }
            site.write("alice", t -> t.submit(commands.next(t.view()))).join();
            stops += site.clock().state().isStopped() ? 1 : 0;
            now = timeNeverGoesBack(site, now, when);
            noPromiseEndsByAJump(site, journal, fake, reopened, when);
            if (random.nextInt(20) == 0) {
                site.close();
                // How long it was closed is known from the clock alone: a fault meanwhile is none that could be seen.
                fake.pass(random.nextInt(40));
                site = open(journal, fake);
                reopened++;
            }
        }
        closings += reopened;
        bookingGoesOnAfterTheClockIsBack(site, fake, reopened, "seed " + seed);
        site.close();
    }

    private static Site open(MemoryJournal journal, FakeTime fake) {
        return Site.open(journal, () -> new Book("level"), new TrustedClock(fake, LIMITS), List.of(), QUIET);
    }

    private static long timeNeverGoesBack(Site site, long before, String when) {
        long now = site.read(View::now);
        assertThat(now).as(when).isGreaterThanOrEqualTo(before);
        assertThat(site.clock().millis()).as(when).isGreaterThanOrEqualTo(now);
        return now;
    }

    /**
     * Whatever was started, ended or let expire was due, by the true time and the tolerance. That counts once more for each
     * opening: how long the site was closed is known from the clock alone.
     */
    private static void noPromiseEndsByAJump(
            Site site, MemoryJournal journal, FakeTime fake, int reopened, String when) {
        long most = fake.truth() + TOLERANCE * (1 + reopened);
        assertThat(site.read(View::now)).as(when).isLessThanOrEqualTo(most);
        assertThat(journal.entries.getLast().time()).as(when).isLessThanOrEqualTo(most);
        journal.entries.stream()
                .skip(Math.max(0, journal.entries.size() - 3))
                .flatMap(entry -> EntryBody.of(entry.body()).events().stream())
                .filter(Event.TimeAdvanced.class::isInstance)
                .forEach(event ->
                        assertThat(((Event.TimeAdvanced) event).to()).as(when).isLessThanOrEqualTo(most));
    }

    private static void bookingGoesOnAfterTheClockIsBack(Site site, FakeTime fake, int reopened, String when) {
        fake.correct();
        if (reopened > 0 && site.clock().state().isStopped()) {
            // It cannot tell a long absence from a jump while it was closed: that is for an operator to say.
            assertThat(site.clock().accept(fake.wall())).as(when).isTrue();
        }
        assertThat(site.clock().state().isStopped()).as(when).isFalse();
        fake.pass(TOLERANCE * (1 + reopened));
        Decision decision = site.write("alice", t -> {
                    t.submit(new Command.AddPool(new Pool("last", 1, "1")));
                    return t.submit(new Command.Reserve(Job.of("last", t.now(), 5, t.now() + 500)));
                })
                .join();
        assertThat(decision).as(when).isInstanceOf(Decision.Accepted.class);
        assertThat(site.read(View::now)).as(when).isBetween(fake.truth(), fake.truth() + TOLERANCE * (1 + reopened));
    }
}
