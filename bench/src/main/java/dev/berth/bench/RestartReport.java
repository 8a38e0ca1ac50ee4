package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.site.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How long does a site with a million open reservations take to come back? Run it again with the directory it prints for
 * a start in a fresh process.
 */
public final class RestartReport {
    private static final int RESERVATIONS = 1_000_000;
    private static final int TOGETHER = 1_000;
    private static final long HOUR = 3_600_000;

    /** Time stands still, so that what comes back can be compared byte for byte. */
    private static final Clock STILL = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    private RestartReport() {}

    public static void main(String[] args) throws Exception {
        Path data = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("berth-bench");
        byte[] before = args.length > 0 ? null : fill(data);
        System.out.println("data in " + data);
        for (int round = 0; round < 4; round++) {
            long begin = System.nanoTime();
            try (SqliteJournal journal = SqliteJournal.open(data);
                    Site site = Site.open(journal, RestartReport::fresh, STILL)) {
                double seconds = (System.nanoTime() - begin) / 1e9;
                int open = site.read(view -> view.reservations().size());
                if (open != RESERVATIONS || (before != null && !Arrays.equals(before, site.snapshot()))) {
                    throw new IllegalStateException("what came back is not what was there: " + open);
                }
                System.out.printf(
                        "%,d reservations back in %.2f s%s%n", open, seconds, round == 0 ? " (a cold start)" : "");
            }
        }
    }

    private static Book fresh() {
        return new Book("level");
    }

    private static byte[] fill(Path data) {
        try (SqliteJournal journal = SqliteJournal.open(data);
                Site site = Site.open(journal, RestartReport::fresh, STILL)) {
            fill(site);
            return site.snapshot();
        }
    }

    private static void fill(Site site) {
        SplittableRandom random = new SplittableRandom(1);
        long now = STILL.millis();
        site.write("bench", transaction -> transaction.submit(new Command.AddPool(new Pool("slow", 500, "0.5"))))
                .join();
        site.write("bench", transaction -> transaction.submit(new Command.AddPool(new Pool("fast", 500, "1"))))
                .join();
        for (int done = 0; done < RESERVATIONS; done += TOGETHER) {
            int first = done;
            site.write("bench", transaction -> {
                        for (int i = 0; i < TOGETHER; i++) {
                            long ready = now + HOUR + random.nextLong(365 * 24 * HOUR);
                            transaction.submit(new Command.Reserve(
                                    Job.of("job" + (first + i), ready, HOUR / 2, ready + 48 * HOUR)));
                        }
                        return true;
                    })
                    .join();
        }
    }
}
