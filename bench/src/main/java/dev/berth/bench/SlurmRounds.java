package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Site;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Mirrored;
import dev.berth.slurm.SlurmSettings;
import dev.berth.slurm.client.Slurm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long does a round take that compares the book with a real Slurm? {@code N} reservations on as many nodes, which exist in its
 * slurm.conf only: how long until all are made, and then how long a round in which nothing is to be done.
 */
public final class SlurmRounds {
    private static final int ROUNDS = 20;

    private SlurmRounds() {}

    public static void main(String[] arguments) throws Exception {
        int reservations = Integer.parseInt(arguments[0]);
        Path data = Files.createTempDirectory("berth-bench");
        try (Sandbox sandbox = Sandbox.start(SandboxShape.of(1).withFake(reservations));
                Journal journal = SqliteJournal.open(data);
                Site site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers())) {
            SlurmSettings slurm = SlurmSettings.of("fake")
                    .withLead(Duration.ofHours(2))
                    .withConfig(sandbox.directory().resolve("slurm.conf"));
            SiteSettings settings = SiteSettings.of("bench", 0)
                    .with(draft -> draft.cluster = Optional.of(slurm))
                    .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ana", sandbox.user())));
            try (SiteWatch watch =
                    SiteWatch.start(site, settings, Optional.of(Slurm.of(slurm, site.clock()::millis)))) {
                measure(site, watch, reservations);
            }
        }
    }

    private static void measure(Site site, SiteWatch watch, int reservations) throws InterruptedException {
        while (status(watch).census().isEmpty()) {
            Thread.sleep(50);
        }
        long start = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
        for (int i = 0; i < reservations; i++) {
            Window window = new Window(start + i, start + Duration.ofHours(10).toMillis());
            Job job = Job.exactly("job-" + i, window, 1);
            site.write(
                            "ana",
                            transaction -> transaction.submit(new Command.Reserve(new Job(
                                    job.id(),
                                    "ana",
                                    job.ready(),
                                    job.deadline(),
                                    job.shape(),
                                    job.requirements(),
                                    job.terms()))))
                    .join();
        }
        long began = System.nanoTime();
        while (present(watch) < reservations) {
            Thread.sleep(200);
        }
        System.out.printf("%d reservations made in %.1f s%n", reservations, (System.nanoTime() - began) / 1e9);
        List<Long> took = new ArrayList<>();
        for (long round = status(watch).round() + 1; took.size() < ROUNDS; ) {
            if (status(watch).round() > round) {
                round = status(watch).round();
                took.add(status(watch).took());
            }
            Thread.sleep(100);
        }
        took.sort(null);
        System.out.printf(
                "a round with %d reservations: median %d ms, longest of %d: %d ms%n",
                present(watch), took.get(ROUNDS / 2), ROUNDS, took.getLast());
    }

    private static long present(SiteWatch watch) {
        return status(watch).mirrored().stream()
                .filter(each -> each.state() == Mirrored.State.PRESENT)
                .count();
    }

    private static ClusterStatus status(SiteWatch watch) {
        return watch.cluster().orElseThrow().status();
    }
}
