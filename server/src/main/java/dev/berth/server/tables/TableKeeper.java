package dev.berth.server.tables;

import dev.berth.journal.postgres.PostgresAddress;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tables of a site up to date while this instance leads it, in a thread of its own. Whatever goes wrong there is
 * logged and tried again; nobody who books waits for it.
 */
public final class TableKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableKeeper.class);
    private static final long BETWEEN_STEPS = 1_000;
    private static final long LONGEST_PAUSE = 60_000;

    private final PostgresAddress address;
    private final LongSupplier now;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().name("berth-tables").daemon().unstarted(this::run);
    private long pause = BETWEEN_STEPS;
    private boolean isFailing;

    private TableKeeper(PostgresAddress address, LongSupplier now) {
        this.address = address;
        this.now = now;
    }

    /**
     * Begins.
     *
     * @param now the time of the site
     */
    public static TableKeeper start(PostgresAddress address, LongSupplier now) {
        TableKeeper keeper = new TableKeeper(address, now);
        keeper.thread.start();
        return keeper;
    }

    private void run() {
        while (!stopsWithin(BETWEEN_STEPS)) {
            try (Tables tables = Tables.open(address)) {
                keepUp(tables);
            } catch (SQLException | RuntimeException e) {
                report(e);
                if (stopsWithin(pause)) {
                    return;
                }
                pause = Math.min(LONGEST_PAUSE, 2 * pause);
            }
        }
    }

    private void keepUp(Tables tables) throws SQLException {
        long wait;
        do {
            // Before the entries are read: what happens later is not known yet.
            long time = now.getAsLong();
            long begun = System.nanoTime();
            boolean isBehind = tables.step(time) < tables.last();
            if (isFailing) {
                LOG.info("The tables in berth_report are kept up to date again");
                isFailing = false;
            }
            pause = BETWEEN_STEPS;
            // When there is much to do, half of the time is left to those who book.
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            wait = isBehind ? Math.min(took, BETWEEN_STEPS) : BETWEEN_STEPS;
        } while (!stopsWithin(wait));
    }

    private void report(Exception e) {
        if (!isFailing) {
            LOG.warn(
                    "the tables in berth_report are out of date until this is mended: {}; bookings are not affected",
                    String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            isFailing = true;
        }
        LOG.debug("the tables could not be written", e);
    }

    private boolean stopsWithin(long millis) {
        try {
            return stop.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    @Override
    public void close() {
        stop.countDown();
        try {
            // It may wait for the database; the rest is done by the next leader.
            thread.join(BETWEEN_STEPS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
