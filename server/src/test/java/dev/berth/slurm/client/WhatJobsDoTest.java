package dev.berth.slurm.client;

import static dev.berth.service.TestSite.ANA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.sandbox.Sandbox;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.booking.Target;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.runs.RunReports;
import dev.berth.service.runs.SilenceLimits;
import dev.berth.site.Site;
import dev.berth.slurm.SlurmSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in their reservations on a real Slurm: their effect on the book, and the book's response in Slurm. */
class WhatJobsDoTest {
    private static final long MINUTE = 60_000;
    private static final long SILENCE = 1_000;

    private Sandbox sandbox;
    private Journal journal;
    private Site site;
    private SiteWatch watch;

    private final Set<ReservationId> pulledForward = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void open(@TempDir Path data) {
        sandbox = Sandbox.start(1);
        SlurmSettings slurm = SlurmSettings.of("all")
                .withLead(Duration.ofSeconds(30))
                .withPatience(Duration.ofSeconds(3))
                .withConfig(Path.of(sandbox.environment().get("SLURM_CONF")))
                .withIdle(Duration.ofSeconds(6));
        SiteSettings settings = SiteSettings.of("Lab", 0)
                .with(draft -> draft.cluster = Optional.of(slurm))
                .with(draft -> draft.silence = new SilenceLimits(Map.of(new PoolId("all"), SILENCE)))
                .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ana", sandbox.user())));
        journal = SqliteJournal.open(data);
        site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers());
        site.listen(committed -> committed.events().forEach(event -> {
            if (event instanceof Event.StartsEarly early) {
                pulledForward.add(early.reservation().id());
            }
        }));
        watch = SiteWatch.start(site, settings, Optional.of(new Slurm(sandbox.environment(), site.clock()::millis)));
        sandbox.await(
                "the nodes are a pool", () -> !site.read(view -> view.pools()).isEmpty());
    }

    @AfterEach
    void close() {
        watch.close();
        site.close();
        journal.close();
        sandbox.close();
    }

    /** Its nodes are not named yet: it is still far from its time. */
    @Test
    void aJobThatEndsEarly_letsTheNextStartEarly() {
        Reservation first = book(10 * MINUTE);
        awaitActive(first.id());
        Reservation second = book(10 * MINUTE);
        assertThat(second.window().start()).isEqualTo(first.window().end());
        submit(first.id(), 5, "sleep 1");

        awaitActive(second.id());
        String job = submit(second.id(), 5, "sleep 60");
        sandbox.awaitJob(job, "RUNNING");

        assertThat(pulledForward).containsExactly(second.id());
        assertThat(site.<Boolean>read(view -> view.reservation(first.id()).isPresent()))
                .isFalse();
    }

    @Test
    void aJobThatMayTakeLonger_getsItsReservationExtended() {
        Reservation booked = book(MINUTE);
        awaitActive(booked.id());
        submit(booked.id(), 3, "sleep 30");

        sandbox.await(
                "more time in the book",
                () -> end(booked.id()) > booked.window().end() + MINUTE);
        sandbox.await(
                "more time in Slurm",
                () -> sandbox.run("scontrol", "-o", "show", "reservation", name(booked.id()))
                        .out()
                        .contains("EndTime=" + slurmTime(end(booked.id()))));
    }

    /** The runner of {@code berth run --via slurm} was killed: its job goes on, and its nodes are kept for it until it ends. */
    @Test
    void aJobWhoseRunnerIsDead_keepsItsNodes_untilItEnds() {
        Reservation booked = book(10 * MINUTE);
        awaitActive(booked.id());
        String job = submit(booked.id(), 5, "sleep 600");
        sandbox.awaitJob(job, "RUNNING");
        sandbox.await("the job is seen", () -> watch.cluster().orElseThrow().mayBeInUse(booked.id()));
        site.write(
                        ANA.name(),
                        transaction -> RunReports.begin(
                                transaction,
                                Target.of(ANA, booked.id()),
                                new RunReports.Beginning("dead", "login1", "sleep", false)))
                .join();
        long began = site.clock().millis();
        sandbox.await("a long silence", () -> site.clock().millis() > began + 4 * SILENCE);
        assertThat(site.<Boolean>read(
                        view -> view.reservation(booked.id()).orElseThrow().isRunning()))
                .isTrue();
        sandbox.awaitJob(job, "RUNNING");

        sandbox.run("scancel", job).orThrow();

        sandbox.await(
                "its nodes are given back",
                () -> site.read(view -> view.reservation(booked.id()).isEmpty()));
        sandbox.await(
                "Slurm keeps nothing of it",
                () -> !sandbox.run("scontrol", "-o", "show", "reservation")
                        .out()
                        .contains(name(booked.id())));
    }

    /** Books the one node for this long, as soon as it is free. */
    private Reservation book(long length) {
        return site.write("ana", transaction -> {
                    long now = transaction.now();
                    Decision decision = transaction.submit(new Command.Reserve(new Job(
                            new JobId("job"),
                            "ana",
                            now,
                            now + 6 * 60 * MINUTE,
                            new Shape.Stay(1, length),
                            Requirements.pool("all"),
                            new Terms(null, null, 0L))));
                    return ((Decision.Accepted) decision)
                            .events().stream()
                                    .filter(Event.Reserved.class::isInstance)
                                    .map(event -> ((Event.Reserved) event).reservation())
                                    .findFirst()
                                    .orElseThrow();
                })
                .join();
    }

    private long end(ReservationId id) {
        return site.read(view -> view.reservation(id).orElseThrow().window().end());
    }

    private void awaitActive(ReservationId id) {
        sandbox.await(
                id + " is active in Slurm",
                () -> sandbox.run("scontrol", "-o", "show", "reservation", name(id))
                        .out()
                        .contains("State=ACTIVE"));
    }

    private static String name(ReservationId id) {
        return "berth-lab-" + id;
    }

    private String submit(ReservationId id, int minutes, String command) {
        return sandbox.run(
                        "sbatch",
                        "--parsable",
                        "--output=/dev/null",
                        "--reservation=" + name(id),
                        "--time=" + minutes,
                        "--wrap",
                        command)
                .orThrow();
    }

    private static String slurmTime(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
