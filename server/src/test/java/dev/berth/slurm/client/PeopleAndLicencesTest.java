package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.sandbox.ProgramOutput;
import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.project.Project;
import dev.berth.service.project.ProjectChanges;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Site;
import dev.berth.slurm.SlurmSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Projects whose members come and go, and licences of both sides, on a real Slurm. Its jobs are those of several users, so it runs as root. */
@Timeout(300)
class PeopleAndLicencesTest {
    private static final long MINUTE = 60_000;
    private static final Pattern USERS = Pattern.compile(" Users=(\\S+)");

    private Sandbox sandbox;
    private Journal journal;
    private Site site;
    private SiteWatch watch;

    @BeforeEach
    void open(@TempDir Path data) {
        sandbox = Sandbox.start(SandboxShape.of(3).withLicences("matlab:20,comsol:2"));
        SlurmSettings settings =
                SlurmSettings.of("all").withLead(Duration.ofMinutes(30)).withLicences("matlab", "comsol");
        journal = SqliteJournal.open(data);
        site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers());
        watch = SiteWatch.start(
                site,
                SiteSettings.of("Lab", 0)
                        .with(draft -> draft.cluster = Optional.of(settings))
                        .with(draft ->
                                draft.unixUsers = new UnixUsers(Map.of("ana", "daemon", "ben", "bin", "cas", "games"))),
                Optional.of(
                        new Slurm(sandbox.environment(), System::currentTimeMillis).withLicences(settings.licences())));
        sandbox.await(
                "the nodes are a pool and the licences are known",
                () -> site.read(
                        view -> !view.pools().isEmpty() && view.licences().size() == 2));
    }

    @AfterEach
    void close() {
        watch.close();
        site.close();
        journal.close();
        sandbox.close();
    }

    private Reservation book(String user, Map<String, Long> licences) {
        return site.write(user, transaction -> {
                    long now = transaction.now();
                    Decision decision = transaction.submit(new Command.Reserve(new Job(
                            new JobId("job"),
                            user,
                            now,
                            now + 24 * 60 * MINUTE,
                            new Shape.Stay(1, 20 * MINUTE),
                            Requirements.NONE.withLicences(Amounts.of(licences)),
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

    private String shown(ReservationId id) {
        return sandbox.run("scontrol", "-o", "show", "reservation", name(id)).out();
    }

    private static String name(ReservationId id) {
        return "berth-lab-" + id;
    }

    private void awaitUsers(ReservationId id, String... users) {
        sandbox.await(id + " is active for " + List.of(users), () -> {
            String line = shown(id);
            Matcher found = USERS.matcher(line);
            return line.contains("State=ACTIVE")
                    && found.find()
                    && new TreeSet<>(Arrays.asList(found.group(1).split(",", -1))).equals(new TreeSet<>(Set.of(users)));
        });
    }

    private ProgramOutput submit(String user, String... options) {
        List<String> command = new ArrayList<>(List.of(
                "sbatch", "--parsable", "--uid=" + user, "--output=/dev/null", "--chdir=/tmp", "--time=5", "-n1"));
        command.addAll(List.of(options));
        command.addAll(List.of("--wrap", "sleep 600"));
        return sandbox.run(command.toArray(String[]::new));
    }

    private long free(String licence) {
        return site.read(view -> view.freeLicences(licence, new Window(view.now(), view.now() + 1)));
    }

    private void awaitFree(String licence, long number) {
        sandbox.await(number + " free licences of " + licence, () -> free(licence) == number);
    }

    // People.

    @Test
    void membersOfAProject_comeAndGoWhileItsReservationStands() {
        site.write("root", transaction -> {
                    for (String name : List.of("ana", "ben", "cas")) {
                        transaction.record(Accounts.KIND, Account.of(name, Role.USER));
                    }
                    return ProjectChanges.add(
                            transaction, Project.named("climate").with("ben"));
                })
                .join();
        Reservation booked = book("ana", Map.of());
        site.write("ana", transaction -> {
                    transaction.record(
                            Sharings.KIND,
                            Sharing.none(booked.id().number(), "ana").with(List.of(), List.of("climate")));
                    return true;
                })
                .join();
        awaitUsers(booked.id(), "daemon", "bin");
        String inside = "--reservation=" + name(booked.id());
        String jobOfBen = submit("bin", inside).orThrow();
        sandbox.awaitJob(jobOfBen, "RUNNING");
        assertThat(submit("games", inside).err()).contains("Access denied");

        // From 24.11 on, Slurm removes nobody who has a job in it. Others come in all the same.
        boolean isRemovedAtOnce = sandbox.version().startsWith("22.");
        site.write("root", transaction -> ProjectChanges.removeMember(transaction, "climate", "ben"))
                .join();
        if (isRemovedAtOnce) {
            awaitUsers(booked.id(), "daemon");
            assertThat(submit("bin", inside).err()).contains("Access denied");
        }
        site.write("root", transaction -> ProjectChanges.addMember(transaction, "climate", "cas"))
                .join();
        if (isRemovedAtOnce) {
            awaitUsers(booked.id(), "daemon", "games");
        } else {
            awaitUsers(booked.id(), "daemon", "bin", "games");
        }
        // The reservation is magnetic: who has joined need not name it.
        String jobOfCas = submit("games").orThrow();
        sandbox.awaitJob(jobOfCas, "RUNNING");
        assertThat(sandbox.run("squeue", "-h", "-j", jobOfCas, "-o", "%v").orThrow())
                .isEqualTo(name(booked.id()));

        assertThat(sandbox.run("squeue", "-h", "-j", jobOfBen, "-o", "%T %v").orThrow())
                .as("what runs goes on")
                .isEqualTo("RUNNING " + name(booked.id()));
        sandbox.run("scancel", jobOfBen).orThrow();
        awaitUsers(booked.id(), "daemon", "games");
        assertThat(submit("bin", inside).err()).contains("Access denied");
    }

    // Licences.

    @Test
    void whatOthersHaveInSlurm_isFreeForNobody_andIsGivenBack() {
        assertThat(site.<Map<String, Long>>read(view -> view.licences().toMap()))
                .isEqualTo(Map.of("matlab", 20L, "comsol", 2L));
        assertThat(free("matlab")).isEqualTo(20);
        String job = submit("games", "-L", "matlab:15").orThrow();
        awaitFree("matlab", 5);
        Reservation later = book("ana", Map.of("matlab", 6L));
        assertThat(later.window().start()).isGreaterThan(site.clock().millis() + 2 * MINUTE);
        sandbox.run("scancel", job).orThrow();
        awaitFree("matlab", 20);

        sandbox.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=course",
                        "StartTime=now",
                        "Duration=60",
                        "Flags=ANY_NODES",
                        "Users=games",
                        "Licenses=comsol:2")
                .orThrow();
        awaitFree("comsol", 0);
        sandbox.run("scontrol", "delete", "ReservationName=course").orThrow();
        awaitFree("comsol", 2);
    }

    @Test
    void licencesOfABooking_areReservedInSlurm_andGivenBackWhenItEnds() {
        Reservation booked = book("ana", Map.of("matlab", 18L));
        awaitUsers(booked.id(), "daemon");
        assertThat(shown(booked.id())).contains("Licenses=matlab:18");
        String inside = submit("daemon", "--reservation=" + name(booked.id()), "-L", "matlab:18")
                .orThrow();
        sandbox.awaitJob(inside, "RUNNING");
        String outside = submit("games", "-L", "matlab:3").orThrow();
        sandbox.await(
                "the scheduler has looked",
                () -> sandbox.run("squeue", "-h", "-j", outside, "-o", "%T %r")
                        .out()
                        .contains("PENDING Licenses"));
        assertThat(free("matlab")).as("counted once").isEqualTo(2);

        site.write("ana", transaction -> transaction.submit(new Command.Finish(booked.id())))
                .join();
        sandbox.awaitJob(outside, "RUNNING");
        awaitFree("matlab", 17);
        assertThat(watch.cluster().orElseThrow().status().faults()).isEmpty();
    }
}
