package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Book;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.sqlite.SqliteJournal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 under load: another process books on a real file from many threads and is killed at random moments, again and
 * again on the same data: 25 times, 7 times in the sample of {@code ./check}, or as often as {@code -Dberth.kills} says.
 */
class CrashTest {
    private static final int KILLS = Integer.getInteger("berth.kills", Boolean.getBoolean("berth.sample") ? 7 : 25);

    @TempDir
    Path data;

    @Test
    @Timeout(600)
    void killedAnyTime_losesNothingAcknowledged_andBooksNothingTwice() throws Exception {
        Map<Long, String> acknowledged = new TreeMap<>();
        long seed = Long.getLong("berth.seed", 20261115);
        SplittableRandom random = new SplittableRandom(seed);
        int booked = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            int before = acknowledged.size();
            runAndKill(kill, random.nextInt(100), kill % 5 == 0, acknowledged);
            booked += acknowledged.size() > before ? 1 : 0;
            if (kill % 10 == 0 || kill == KILLS) {
                check(acknowledged, "seed " + seed + ", after kill " + kill);
            }
        }
        assertThat(booked).as("kills in the middle of bookings").isGreaterThan(KILLS / 2);
        assertThat(acknowledged).as("acknowledged in all").hasSizeGreaterThan(10 * KILLS);
    }

    /**
     * Collects what it has acknowledged until it is killed.
     *
     * @param afterMillis when it is killed, counted from its first acknowledgement, or from when it is ready
     */
    private void runAndKill(int run, int afterMillis, boolean fromReady, Map<Long, String> acknowledged)
            throws Exception {
        Process process = Booker.start(data, run);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            assertThat(line).as("it has opened the site").isEqualTo("ready");
            line = fromReady ? "" : out.readLine();
            Thread killer = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(afterMillis);
                } catch (InterruptedException e) {
                    // killed at once, then
                }
                process.destroyForcibly();
            });
            for (; line != null; line = next(out)) {
                String[] idAndJob = line.split(" ", -1);
                // A line that was cut short by the kill was not said.
                if (idAndJob.length == 3 && idAndJob[2].equals(".")) {
                    assertThat(acknowledged.put(Long.valueOf(idAndJob[0]), idAndJob[1]))
                            .as("reservation %s was given away twice", idAndJob[0])
                            .isNull();
                }
            }
            killer.join();
        }
        assertThat(process.waitFor()).isNotZero();
    }

    private static String next(BufferedReader out) {
        try {
            return out.readLine();
        } catch (IOException e) {
            return null;
        }
    }

    private void check(Map<Long, String> acknowledged, String when) {
        try (Journal journal = SqliteJournal.open(data);
                Site site = Site.open(journal, () -> new Book("level"), Clock.systemUTC())) {
            site.read(view -> {
                acknowledged.forEach((number, job) -> assertThat(view.reservation(new ReservationId(number)))
                        .as("%s: acknowledged reservation %d", when, number)
                        .hasValueSatisfying(r -> assertThat(r.job().id().name()).isEqualTo(job)));
                Set<String> jobs = new HashSet<>();
                view.reservations()
                        .forEach(r -> assertThat(jobs.add(r.job().id().name()))
                                .as("%s: %s is there once", when, r)
                                .isTrue());
                view.pools().forEach(pool -> assertNoServerTwice(view, pool, when));
                return true;
            });
        }
    }

    static void assertNoServerTwice(View view, Pool pool, String when) {
        Map<ReservationId, ServerSet> handout = view.handout(pool.id()).get();
        Map<Integer, List<Reservation>> byServer = new HashMap<>();
        for (Reservation r : view.reservations()) {
            if (r.placement().pool().equals(pool.id())) {
                handout.get(r.id())
                        .forEach(server -> byServer.computeIfAbsent(server, s -> new ArrayList<>())
                                .add(r));
            }
        }
        assertThat(view.outages(pool.id())).extracting(Outage::server).isEmpty();
        byServer.forEach((server, reservations) -> {
            reservations.sort(
                    (a, b) -> Long.compare(a.window().start(), b.window().start()));
            for (int i = 1; i < reservations.size(); i++) {
                assertThat(reservations.get(i).window().start())
                        .as("%s: server %d of %s", when, server, pool.id())
                        .isGreaterThanOrEqualTo(reservations.get(i - 1).window().end());
            }
        });
    }

    @Test
    @Timeout(60)
    void secondProcess_isRefused() throws Exception {
        Process process = Booker.start(data, 1);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("ready");
            assertThatThrownBy(() -> SqliteJournal.open(data))
                    .isInstanceOf(JournalInUse.class)
                    .hasMessageContaining("is in use by process " + process.pid());
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        try (Journal journal = SqliteJournal.open(data)) {
            assertThatThrownBy(() -> SqliteJournal.open(data.resolve("../" + data.getFileName())))
                    .isInstanceOf(JournalInUse.class);
            // The refusal within this process must not have given its lock away.
            Process refused = Booker.start(data, 2);
            assertThat(refused.getInputStream().readAllBytes()).isEmpty();
            assertThat(refused.waitFor()).isNotZero();
            assertThat(journal.last()).isPositive();
        }
    }
}
