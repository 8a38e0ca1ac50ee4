package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever was done to a site: closed and opened again, or replayed from its first entry, it is the same site. */
class FollowerReplayTest {
    private static final int SEQUENCES = 120;
    private static final int LENGTH = 60;
    private static final Settings QUIET =
            Settings.DEFAULT.withTick(Duration.ofHours(1)).withSnapshotEvery(17);

    @TempDir
    Path directory;

    @Test
    void randomCommands_giveTheSameSiteAfterARestart() {
        List<String> modes = List.copyOf(Admissions.names());
        int accepted = 0;
        int undone = 0;
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            String mode = modes.get((int) (seed % modes.size()));
            Supplier<Book> fresh = () -> new Book(commands.random.nextBoolean() ? "level" : "earliest", mode);
            Book first = fresh.get();
            HandClock clock = new HandClock(seed);
            MemoryJournal journal = new MemoryJournal();
            Site site = Site.open(journal, () -> new Book(first.policy(), mode), clock, List.of(new Notes()), QUIET);
            for (int step = 0; step < LENGTH; step++) {
                clock.pass(commands.random.nextInt(4) == 0 ? commands.random.nextInt(12) : 0);
                int chance = commands.random.nextInt(20);
                journal.isBroken = chance == 0;
                byte[] before = chance <= 1 ? site.snapshot() : new byte[0];
                long bytesBefore = site.openBytes();
                boolean done = step(site, commands, chance == 1);
                if (!done && chance == 0) {
                    assertThat(site.snapshot())
                            .as("seed %d, step %d", seed, step)
                            .isEqualTo(before);
                    assertThat(site.openBytes())
                            .as("seed %d, step %d", seed, step)
                            .isEqualTo(bytesBefore);
                    undone++;
                }
                accepted += done ? 1 : 0;
                String when = "seed " + seed + ", step " + step;
                site.read(view -> {
                    whatIsFoundIsThere(view, commands, when);
                    return true;
                });
                if (commands.random.nextInt(20) == 0) {
                    journal.isBroken = false;
                    site = reopened(site, journal, first.policy(), mode, clock, "seed " + seed + ", step " + step);
                }
            }
            journal.isBroken = false;
            assertThat(fromTheBeginning(journal, first.policy(), mode, clock, site))
                    .as("seed " + seed)
                    .isEqualTo(site.snapshot());
            site.close();
        }
        assertThat(accepted).isGreaterThan(SEQUENCES * LENGTH / 3);
        assertThat(undone).isGreaterThan(SEQUENCES);
    }

    /** Lists and timetables find what a look at everything finds. */
    private static void whatIsFoundIsThere(View view, RandomCommands commands, String when) {
        List<Reservation> open = Stream.concat(
                        view.reservations().stream(), view.degraded().stream().map(Degraded::reservation))
                .sorted(Comparator.comparing(Reservation::id))
                .toList();
        long after = open.isEmpty()
                ? 0
                : commands.random.nextLong(open.getLast().id().number() + 1);
        same(
                when,
                view.openAfter(after).toList(),
                open.stream()
                        .filter(reservation -> reservation.id().number() > after)
                        .toList());
        for (Reservation one : open) {
            String user = one.job().user();
            same(
                    when,
                    view.openOf(user, 0).toList(),
                    open.stream()
                            .filter(reservation -> reservation.job().user().equals(user))
                            .toList());
        }
        long start = commands.random.nextLong(view.now() + 60);
        List<Window> windows =
                List.of(new Window(start, start + 1 + commands.random.nextLong(30)), new Window(0, Window.FOREVER));
        for (Pool pool : view.pools()) {
            for (Window window : windows) {
                same(
                        when,
                        view.within(pool.id(), window),
                        view.reservations().stream()
                                .filter(reservation ->
                                        reservation.placement().pool().equals(pool.id())
                                                && reservation.window().overlaps(window))
                                .sorted(Comparator.comparingLong((Reservation reservation) ->
                                                reservation.window().start())
                                        .thenComparing(Reservation::id))
                                .toList());
            }
        }
    }

    /** A plain comparison: AssertJ would describe each of the many lists, whether they differ or not. */
    private static void same(String when, List<Reservation> found, List<Reservation> expected) {
        if (!found.equals(expected)) {
            fail("%s: found %s instead of %s", when, found, expected);
        }
    }

    private static boolean step(Site site, RandomCommands commands, boolean changeMind) {
        return site.write("alice", t -> {
                    Decision decision = t.submit(commands.next(t.view()));
                    t.record("note", new Notes.Note("n"));
                    if (changeMind) {
                        throw new IllegalStateException("changed my mind");
                    }
                    return decision instanceof Decision.Accepted;
                })
                .exceptionally(e -> false)
                .join();
    }

    private static Site reopened(
            Site site, MemoryJournal journal, String policy, String mode, HandClock clock, String when) {
        site.close();
        byte[] before = site.snapshot();
        Site again = Site.open(journal, () -> new Book(policy, mode), clock, List.of(new Notes()), QUIET);
        assertThat(again.snapshot()).as(when).isEqualTo(before);
        assertThat(again.openBytes()).as(when).isEqualTo(site.openBytes());
        return again;
    }

    /** All entries and no snapshot; a last write lets it know the time that the site has seen since. */
    private static byte[] fromTheBeginning(
            MemoryJournal journal, String policy, String mode, HandClock clock, Site site) {
        for (int i = 0; i < 2; i++) {
            site.write("alice", t -> {
                        t.record("note", new Notes.Note("last"));
                        return true;
                    })
                    .join();
        }
        MemoryJournal copy = new MemoryJournal();
        copy.entries.addAll(journal.entries);
        try (Site other = Site.open(copy, () -> new Book(policy, mode), clock, List.of(new Notes()), QUIET)) {
            return other.snapshot();
        }
    }

    /** A follower whose clock is ahead or behind, that lets time pass by itself, is the site that the journal makes. */
    @Test
    void followers_areTheSameSite() {
        for (long seed = 1; seed <= 30; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            HandClock clock = new HandClock(seed);
            HandClock other = new HandClock(seed + commands.random.nextInt(20));
            MemoryJournal journal = new MemoryJournal();
            Site follower = Site.follow(
                    journal,
                    () -> new Book("level"),
                    TrustedClock.following(other),
                    List.of(new Notes()),
                    QUIET,
                    () -> true);
            List<Committed> told = new ArrayList<>();
            follower.listen(told::add);
            try (Site site = Site.open(journal, () -> new Book("level"), clock, List.of(new Notes()), QUIET)) {
                for (int step = 0; step < LENGTH; step++) {
                    int passed = commands.random.nextInt(4) == 0 ? commands.random.nextInt(12) : 0;
                    clock.pass(passed);
                    other.pass(passed);
                    step(site, commands, false);
                    if (commands.random.nextInt(3) == 0) {
                        follower.replay(
                                List.copyOf(journal.entries.subList((int) follower.known(), journal.entries.size())),
                                "");
                    }
                    follower.passTime();
                }
                follower.replay(
                        List.copyOf(journal.entries.subList((int) follower.known(), journal.entries.size())), "");
            }
            Site fresh = Site.follow(
                    journal,
                    () -> new Book("level"),
                    TrustedClock.following(other),
                    List.of(new Notes()),
                    QUIET,
                    () -> true);
            assertThat(follower.snapshot()).as("seed %d", seed).isEqualTo(fresh.snapshot());
            assertThat(told).as("seed %d", seed).hasSize(journal.entries.size());
            assertThat(follower.write("alice", t -> true).handle((done, e) -> e).join())
                    .isInstanceOf(NotLeading.class);
            try (follower) {
                follower.lead(journal);
                assertThat(step(follower, commands, false) || follower.isWritable())
                        .isTrue();
            }
        }
    }

    @Test
    void sqlite_givesTheSameSiteAfterARestart() {
        RandomCommands commands = new RandomCommands(7);
        HandClock clock = new HandClock(1_700_000_000_000L);
        byte[] before = {};
        for (int round = 0; round < 6; round++) {
            try (Journal journal = SqliteJournal.open(directory.resolve("data"));
                    Site site = Site.open(journal, () -> new Book("level"), clock, List.of(new Notes()), QUIET)) {
                if (round > 0) {
                    assertThat(site.snapshot()).isEqualTo(before);
                }
                for (int step = 0; step < 100; step++) {
                    clock.pass(commands.random.nextInt(6));
                    step(site, commands, commands.random.nextInt(10) == 0);
                }
                // The journal need not know of time that passed before a change of mind: a last write tells it.
                step(site, commands, false);
                before = site.snapshot();
            }
        }
    }
}
