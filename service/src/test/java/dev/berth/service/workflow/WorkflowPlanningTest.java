package dev.berth.service.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.workflow.TaskStanding.State;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.spare.PlanCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans on the machines that a site's free servers are taken for. */
class WorkflowPlanningTest {
    private static final int RUNS = 1_500;

    @Test
    void machineK_isBusyWhileFewerThanKServersAreFree() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 3, "1")));
        book.submit(new Command.AddPool(new Pool("q", 1, "0.5")));
        book.submit(new Command.Reserve(exactly(10, 20, 1)));
        book.submit(new Command.Reserve(exactly(15, 30, 2)));

        Availability free = Availability.read(BookView.of(book), List.of(), new Window(0, 100), List.of());
        Machines machines = free.machines(new Link(2, 1), new Link(1, 1));

        assertThat(machines.all())
                .extracting(machine -> machine.id())
                .containsExactly("p#1", "p#2", "p#3", "q#1", "p#past", "q#past");
        assertThat(machines.busy(0)).containsExactly(new Window(15, 20));
        assertThat(machines.busy(1)).containsExactly(new Window(15, 30));
        assertThat(machines.busy(2)).containsExactly(new Window(10, 30));
        assertThat(machines.busy(3)).isEmpty();
        assertThat(machines.link(0, 0)).isEqualTo(new Link(1, 1));
        assertThat(machines.link(0, 1)).isEqualTo(new Link(1, 1));
        assertThat(machines.link(0, 3)).isEqualTo(new Link(2, 1));
        assertThat(free.pool(2).id()).isEqualTo(new PoolId("p"));
        assertThat(free.pool(free.past("q")).id()).isEqualTo(new PoolId("q"));
    }

    @Test
    void whatIsToChange_isCountedAlready() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 2, "1")));
        book.submit(new Command.Reserve(exactly(10, 30, 2)));
        PoolId pool = new PoolId("p");
        ReservationId id = new ReservationId(1);

        Machines machines = Availability.read(
                        BookView.of(book),
                        List.of("p"),
                        new Window(0, 100),
                        List.of(
                                new Availability.Difference(pool, new Window(12, 30), 1, id),
                                new Availability.Difference(pool, new Window(50, 60), -1, id),
                                new Availability.Difference(pool, new Window(90, 200), -1, id)))
                .machines(Link.NONE, Link.NONE);

        assertThat(machines.busy(0)).containsExactly(new Window(10, 12));
        assertThat(machines.busy(1)).containsExactly(new Window(10, 30), new Window(50, 60), new Window(90, 100));
    }

    /** Two servers, one out from 10 to 20 and the other from 20 to 30: one is always free, but neither for long. */
    @Test
    void whereOutagesAreAhead_theMachinesAreTheServers() {
        for (String policy : List.of("level", "ff-ha")) {
            Book book = new Book(policy);
            book.submit(new Command.AddPool(new Pool("p", 2, "1")));
            PoolId pool = new PoolId("p");
            book.submit(new Command.Drain(pool, ServerSet.of(0), new Window(10, 20), false));
            book.submit(new Command.Drain(pool, ServerSet.of(1), new Window(20, 30), false));
            book.submit(new Command.Reserve(exactly(40, 50, 1)));
            ReservationId id = new ReservationId(1);
            int server = book.handout(pool).get(id).stream().findFirst().orElseThrow();

            Machines machines = Availability.read(
                            BookView.of(book),
                            List.of(),
                            new Window(0, 100),
                            List.of(
                                    new Availability.Difference(pool, new Window(45, 50), 1, id),
                                    new Availability.Difference(pool, new Window(90, 95), -1, id)))
                    .machines(Link.NONE, Link.NONE);

            List<List<Window>> busy =
                    List.of(new ArrayList<>(List.of(new Window(10, 20))), new ArrayList<>(List.of(new Window(20, 30))));
            busy.get(server).addAll(List.of(new Window(40, 45), new Window(90, 95)));
            assertThat(List.of(machines.busy(0), machines.busy(1))).as(policy).isEqualTo(busy);
        }
    }

    private static Job exactly(long start, long end, int servers) {
        return Job.exactly("x", new Window(start, end), servers).requiring(Requirements.pool("p"));
    }

    @Test
    void machines_areSharedOutFairly() {
        List<Pool> pools = List.of(new Pool("a", 1000, "1"), new Pool("b", 3, "0.5"), new Pool("c", 50, "0.2"));
        assertThat(Availability.shares(pools, 20)).containsExactly(9, 3, 8);
        assertThat(Availability.shares(pools, 200)).containsExactly(147, 3, 50);
        assertThat(Availability.shares(pools, 5000)).containsExactly(1000, 3, 50);
    }

    private static WorkflowPlanning.Outcome plan(RandomSite site, ReadWorkflow read, PlanTerms terms) {
        return WorkflowPlanning.plan(
                read,
                terms,
                until -> Availability.read(
                        BookView.of(site.book),
                        terms.pools(),
                        new Window(terms.ready(), Math.max(terms.ready() + 1, until)),
                        List.of()),
                free -> Progress.from(terms.ready()));
    }

    /** Books what was drafted; null if the draft is impossible. */
    private static BookedPlan booked(RandomSite site, long seed) {
        ReadWorkflow read = site.workflow();
        PlanTerms terms = site.terms();
        return switch (plan(site, read, terms)) {
            case WorkflowPlanning.Drafted drafted -> {
                assertThat(PlanCheck.faults(
                                drafted.draft().problem(), drafted.draft().plan()))
                        .as("seed " + seed)
                        .isEmpty();
                yield book(site, read, terms, drafted.draft(), seed);
            }
            case WorkflowPlanning.Impossible impossible -> {
                assertThat(impossible.finish()).as("seed " + seed).isGreaterThan(terms.deadline());
                assertThat(impossible.task()).isEmpty();
                yield null;
            }
        };
    }

    private static BookedPlan book(RandomSite site, ReadWorkflow read, PlanTerms terms, Draft draft, long seed) {
        List<TaskSlot> slots = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        long next = site.book.reservations().stream()
                        .mapToLong(reservation -> reservation.id().number())
                        .max()
                        .orElse(0)
                + 1;
        for (int task = 0; task < read.workflow().size(); task++) {
            TaskSlot slot = draft.slot(task);
            boolean isBooked = slot.end() > slot.start();
            if (isBooked) {
                jobs.add(Draft.job("random", "t" + task, "ana", slot));
            }
            slots.add(isBooked ? slot.reservedAs(next++) : slot);
        }
        Decision decision = site.book.submit(new Command.Replace(List.of(), jobs));
        assertThat(decision).as("seed " + seed).isInstanceOf(Decision.Accepted.class);
        assertThat(((Decision.Accepted) decision).reservations())
                .as("seed " + seed)
                .extracting(Reservation::window)
                .containsExactlyElementsOf(jobs.stream()
                        .map(job -> new Window(job.ready(), job.deadline()))
                        .toList());
        return new BookedPlan(1, "ana", 0, terms, Graph.of(read), slots, 0, false);
    }

    /** The promise of {@link Availability}: a late-bound calendar takes every plan that is made on it. */
    @Test
    void everyDraft_isAcceptedByTheBook() {
        int booked = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            booked += booked(new RandomSite(seed), seed) == null ? 0 : 1;
        }
        assertThat(booked).isBetween(RUNS / 2, RUNS - 1);
    }

    /** Where servers are named ahead the book has the last word, but it is rarely another one. */
    @Test
    void draftsBesideOutages_areHardlyEverRefused() {
        int booked = 0;
        int refused = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            RandomSite site = new RandomSite(seed);
            site.drainSome();
            ReadWorkflow read = site.workflow();
            if (plan(site, read, site.terms()) instanceof WorkflowPlanning.Drafted drafted) {
                Draft draft = drafted.draft();
                assertThat(PlanCheck.faults(draft.problem(), draft.plan()))
                        .as("seed " + seed)
                        .isEmpty();
                List<Job> jobs = new ArrayList<>();
                for (int task = 0; task < read.workflow().size(); task++) {
                    TaskSlot slot = draft.slot(task);
                    if (slot.end() > slot.start()) {
                        jobs.add(Draft.job("random", "t" + task, "ana", slot));
                    }
                }
                boolean accepted = site.book.submit(new Command.Replace(List.of(), jobs)) instanceof Decision.Accepted;
                booked += accepted ? 1 : 0;
                refused += accepted ? 0 : 1;
            }
        }
        assertThat(booked).isGreaterThan(RUNS / 3);
        assertThat(refused).isLessThan(RUNS / 100);
    }

    /** The same after something happened to a task that runs, whatever that is. */
    @Test
    void everyPlanOfTheRest_isAcceptedByTheBook() {
        int replanned = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            RandomSite site = new RandomSite(seed);
            BookedPlan plan = booked(site, seed);
            if (plan != null) {
                long span = plan.finish() - plan.terms().ready();
                site.book.submit(new Command.Advance(plan.terms().ready() + site.random.nextLong(Math.max(1, span))));
                replanned += replanned(site, plan, seed) ? 1 : 0;
            }
        }
        assertThat(replanned).isGreaterThan(RUNS / 5);
    }

    private static boolean replanned(RandomSite site, BookedPlan plan, long seed) {
        RemainingPlan rest = RemainingPlan.of(RemainingPlan.Seen.of(BookView.of(site.book), plan));
        int task = -1;
        for (int each = 0; each < plan.slots().size(); each++) {
            if (rest.before(each).state() == State.RUNNING) {
                task = each;
            }
        }
        if (task < 0) {
            return false;
        }
        TaskStanding before = rest.before(task);
        ReservationId id = new ReservationId(plan.slots().get(task).reservation());
        long more = 1 + site.random.nextInt(30);
        int what = site.random.nextInt(3);
        RemainingPlan after = switch (what) {
            case 0 -> rest.with(task, new TaskStanding(State.FINISHED, before.start(), rest.now()));
            case 1 -> rest.with(task, new TaskStanding(State.FAILED, before.start(), before.end()));
            default -> rest.with(task, new TaskStanding(State.RUNNING, before.start(), before.end() + more));
        };
        long notBefore = rest.now() + site.random.nextInt(3);
        WorkflowPlanning.Outcome outcome =
                after.plan(until -> after.available(BookView.of(site.book), until), notBefore);
        if (!(outcome instanceof WorkflowPlanning.Drafted drafted)) {
            return false;
        }
        Draft draft = drafted.draft();
        assertThat(PlanCheck.faults(draft.problem(), draft.plan()))
                .as("seed " + seed)
                .isEmpty();
        List<ReservationId> old = new ArrayList<>(what == 1 ? after.stopped() : List.of());
        List<Job> jobs = new ArrayList<>();
        for (int open : after.open()) {
            TaskSlot slot = draft.slot(open);
            if (after.waits(open)) {
                old.add(new ReservationId(plan.slots().get(open).reservation()));
            }
            if (slot.end() > slot.start()) {
                jobs.add(Draft.job("random", "t" + open, "ana", slot));
            }
        }
        if (what == 0) {
            assertThat(after.stopped()).containsExactly(id);
            accepted(site, new Command.Finish(id), seed);
        }
        if (what == 2) {
            accepted(site, new Command.Replace(old, List.of()), seed);
            old = List.of();
            if (!(site.book.submit(new Command.Overrun(id, more, OverrunPolicy.EXTEND_IF_FREE))
                    instanceof Decision.Accepted)) {
                return false; // others have the servers
            }
        }
        accepted(site, new Command.Replace(old, jobs), seed);
        return true;
    }

    private static void accepted(RandomSite site, Command command, long seed) {
        assertThat(site.book.submit(command)).as("seed " + seed).isInstanceOf(Decision.Accepted.class);
    }
}
