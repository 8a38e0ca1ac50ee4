package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.SplittableRandom;

/** A process that books until it is killed, and says so for each booking that was acknowledged. */
final class Booker {
    private static final int THREADS = 8;
    private static final long DAY = 86_400_000;

    private Booker() {}

    static Process start(Path data, int run) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Booker.class.getName(),
                        data.toString(),
                        Integer.toString(run)))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    public static void main(String[] arguments) throws Exception {
        String run = arguments[1];
        try (Journal journal = SqliteJournal.open(Path.of(arguments[0]));
                Site site = Site.open(
                        journal,
                        () -> new Book("level"),
                        Clock.systemUTC(),
                        List.of(),
                        Settings.DEFAULT.withSnapshotEvery(300))) {
            site.write("setup", t -> {
                        t.submit(new Command.AddPool(new Pool("slow", 40, "0.5")));
                        return t.submit(new Command.AddPool(new Pool("fast", 20, "1")));
                    })
                    .join();
            say("ready");
            for (int thread = 0; thread < THREADS; thread++) {
                String name = run + "-" + thread;
                Thread.ofVirtual().start(() -> book(site, name));
            }
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private static void book(Site site, String name) {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        for (int i = 0; ; i++) {
            String id = name + "-" + i;
            long work = 1 + random.nextInt(3_600_000);
            long ahead = DAY + random.nextLong(300 * DAY);
            Decision decision = site.write("booker", t -> {
                        long ready = t.now() + ahead;
                        return t.submit(new Command.Reserve(Job.of(id, ready, work, ready + 3 * work)));
                    })
                    .join();
            if (decision instanceof Decision.Accepted accepted) {
                say(accepted.reservation().id().number() + " " + id + " .");
            }
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
