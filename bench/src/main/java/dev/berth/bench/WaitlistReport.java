package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.site.Site;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How long does it take to offer a cancelled window to the first of 10,000 who wait? A full week of 200 servers; one
 * reservation of 4 servers for 4 hours is cancelled at a time. Times are those of the processor, of cancelling and of
 * serving until nobody fits; the last line is the whole transaction of a site, durable in SQLite. With the argument
 * {@code site}, that alone.
 */
public final class WaitlistReport {
    private static final int WAITING = 10_000;
    private static final int ROUNDS = 200;
    private static final long HOUR = 3_600_000;
    private static final int WEEK = 7 * 24;
    private static final long BEGIN = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final Clock STILL = Clock.fixed(Instant.ofEpochMilli(BEGIN), ZoneOffset.UTC);

    private WaitlistReport() {}

    /** Kind of list, by how many of it can be served. */
    private enum Case {
        ALL_FIT("the first of all fits"),
        ONLY_THE_LAST("only the last fits"),
        NOBODY("nobody fits");

        private final String words;

        Case(String words) {
            this.words = words;
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            for (Case which : Case.values()) {
                engine(which);
            }
        }
        site();
    }

    private static Book fresh() {
        return new Book("prompt");
    }

    private static Job job(SplittableRandom random, Case which, int number) {
        boolean fits = which == Case.ALL_FIT || (which == Case.ONLY_THE_LAST && number == WAITING - 1);
        if (fits) {
            return Job.of("w" + number, BEGIN + HOUR, 3 * HOUR, BEGIN + (WEEK + 1) * HOUR, 4);
        }
        // More servers than come free, in all sizes, lengths and windows.
        long ready = BEGIN + HOUR + random.nextInt(WEEK / 2) * HOUR;
        long length = (1 + random.nextInt(8)) * HOUR;
        long deadline = Math.min(BEGIN + (WEEK + 1) * HOUR, ready + length + random.nextInt(60) * HOUR);
        return Job.of("w" + number, ready, length, deadline, 5 + random.nextInt(60));
    }

    private static Book full(Case which) {
        Book book = fresh();
        book.submit(new Command.Advance(BEGIN));
        book.submit(new Command.AddPool(new Pool("p", 200, "1")));
        for (int hour = 0; hour < WEEK; hour += 4) {
            for (int part = 0; part < 50; part++) {
                book.submit(new Command.Reserve(booked(hour)));
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < WAITING; i++) {
            book.submit(new Command.Await(job(random, which, i), BEGIN + WEEK * HOUR, 0));
        }
        check(book.waiters().size() == WAITING, "all wait: " + book.waiters().size());
        return book;
    }

    private static Job booked(int hour) {
        return Job.exactly("full", new Window(BEGIN + (hour + 1) * HOUR, BEGIN + (hour + 5) * HOUR), 4);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    private static void engine(Case which) {
        byte[] start = full(which).snapshot();
        SplittableRandom random = new SplittableRandom(2);
        List<Long> times = new ArrayList<>();
        for (int round = -60; round < ROUNDS; round++) {
            Book book = Book.restore(start);
            ReservationId id = book.reservations().stream()
                    .map(Reservation::id)
                    .sorted()
                    .skip(random.nextInt(book.reservations().size()))
                    .findFirst()
                    .orElseThrow();
            long begin = cpu();
            List<Long> served = cancel(book, id);
            long time = cpu() - begin;
            check(served.equals(expected(which)), which + ": served " + served);
            if (round >= 0) {
                times.add(time);
            }
        }
        print(which.words, times);
    }

    private static List<Long> expected(Case which) {
        return switch (which) {
            case ALL_FIT -> List.of(1L);
            case ONLY_THE_LAST -> List.of((long) WAITING);
            case NOBODY -> List.of();
        };
    }

    private static List<Long> cancel(Book book, ReservationId id) {
        List<Long> served = new ArrayList<>();
        book.submit(new Command.Cancel(id));
        while (book.hasFreed()) {
            for (Event event : ((Decision.Accepted) book.submit(new Command.Serve())).events()) {
                if (event instanceof Event.Waitlist(WaitlistTurn.Served turn)) {
                    served.add(turn.waiter().number());
                }
            }
        }
        return served;
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void print(String what, List<Long> times) {
        Collections.sort(times);
        System.out.printf(
                "%-24s p50 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                what,
                times.get(times.size() / 2) / 1e6,
                times.get(times.size() * 99 / 100) / 1e6,
                times.getLast() / 1e6);
    }

    /** One transaction each: what is cancelled, and what is served for it. */
    private static void site() throws Exception {
        Path data = Files.createTempDirectory("berth-bench");
        try (SqliteJournal journal = SqliteJournal.open(data);
                Site site = Site.open(journal, () -> full(Case.ALL_FIT), STILL)) {
            List<Long> times = new ArrayList<>();
            for (int round = -60; round < ROUNDS; round++) {
                ReservationId id = site.read(view -> view.reservations().stream()
                        .map(Reservation::id)
                        .min(ReservationId::compareTo)
                        .orElseThrow());
                int before = site.read(view -> view.waiters().size());
                long version = site.read(view -> view.version());
                long begin = System.nanoTime();
                site.write("bench", transaction -> transaction.submit(new Command.Cancel(id)))
                        .join();
                long time = System.nanoTime() - begin;
                check(site.read(view -> view.waiters().size()) < before, "one is served");
                check(site.read(view -> view.version()) == version + 1, "in one transaction");
                if (round >= 0) {
                    times.add(time);
                }
            }
            print("a site, durable", times);
        }
    }
}
