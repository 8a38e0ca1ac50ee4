package dev.berth.service.opportunistic;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queues opportunistic jobs and takes them out. They cost nothing and count for no quota, so their number is limited. */
public final class OpportunistOrders {
    /** How many of one account may be open at a time. */
    public static final int MOST = 100;

    /** Work of a job that runs until its command ends: more than a command can do. */
    private static final Work ENDLESS = new Work(Work.MOST);

    private OpportunistOrders() {}

    /**
     * An opportunistic job that somebody wants.
     *
     * @param host the host that all its servers must be on; empty for any
     * @param work how long it may run in all, as time on a server of rate 1; empty until its command ends
     */
    public record Order(
            String name, int servers, Requirements requirements, Optional<String> host, Optional<Work> work) {}

    /** Whether the work of a job has a limit. */
    public static boolean isLimited(Opportunist job) {
        return job.left().amount() < Work.MOST / 2;
    }

    /** Queues a job; it starts as soon as enough servers are idle. */
    public static Opportunist queue(Transaction transaction, Account asker, Order order) {
        View view = transaction.view();
        if (view.facts(Courses.class).open(asker.name()) >= MOST) {
            throw Problem.of(
                            Code.TOO_MANY_OPPORTUNISTS,
                            "%s has %d opportunistic jobs, which is the most; withdraw some first"
                                    .formatted(asker.name(), MOST))
                    .toException();
        }
        Optional<Pool> there = order.host().map(host -> onHost(view, order, host));
        Decision decision = transaction.submit(new Command.QueueOpportunist(
                new JobId(order.name()),
                asker.name(),
                order.servers(),
                order.work().orElse(ENDLESS),
                there.map(pool ->
                                new Requirements(pool.id(), order.requirements().attributes()))
                        .orElse(order.requirements()),
                there.map(pool -> servers(view, pool, order.host().orElseThrow()))));
        if (decision instanceof Decision.Refused refused) {
            throw new Refused(refused.refusal());
        }
        Opportunist queued = queued(((Decision.Accepted) decision).events());
        AuditLog.add(transaction, "queue-opportunist", queued.id().toString(), order.name());
        return queued;
    }

    private static Opportunist queued(List<Event> events) {
        return events.stream()
                .filter(Event.Opportunistic.class::isInstance)
                .map(event -> ((Event.Opportunistic) event).turn())
                .filter(Turn.Queued.class::isInstance)
                .map(turn -> ((Turn.Queued) turn).opportunist())
                .findFirst()
                .orElseThrow();
    }

    private static ServerSet servers(View view, Pool pool, String host) {
        return ServerNames.of(view).hosts(pool).getOrDefault(host, ServerSet.EMPTY);
    }

    /** The one pool with servers on a host: which servers of a host do the same work, Berth cannot know. */
    private static Pool onHost(View view, Order order, String host) {
        List<Pool> there = view.pools().stream()
                .filter(pool -> order.requirements().match(pool)
                        && !servers(view, pool, host).isEmpty())
                .toList();
        if (there.isEmpty()) {
            throw Problem.invalid("host", host, "has no servers that could be used")
                    .toException();
        }
        if (there.size() > 1) {
            throw Problem.invalid(
                            "pool",
                            "",
                            "is required: host %s has servers of the pools %s"
                                    .formatted(
                                            host,
                                            there.stream()
                                                    .map(pool -> pool.id().name())
                                                    .collect(Collectors.joining(", "))))
                    .toException();
        }
        return there.getFirst();
    }

    /** Takes a job out. If its command runs, its runner hears of it and stops it. */
    public static Course withdraw(Transaction transaction, Account asker, OpportunistId id) {
        Course course = own(transaction.view(), asker, id);
        if (course.isOver()) {
            return course;
        }
        accept(transaction, new Command.CancelOpportunist(id));
        AuditLog.add(transaction, "withdraw-opportunist", id.toString(), course.name());
        return CourseLog.ended(transaction, course, Course.How.WITHDRAWN, Optional.empty());
    }

    /** Lets go of a job whose runner is silent. */
    public static void letGo(Transaction transaction, OpportunistId id, String reason) {
        accept(transaction, new Command.CancelOpportunist(id));
        AuditLog.add(transaction, "let-go-opportunist", id.toString(), reason);
        transaction
                .view()
                .facts(Courses.class)
                .of(id)
                .ifPresent(course -> CourseLog.ended(transaction, course, Course.How.LOST, Optional.empty()));
    }

    /** Submits a command that must not be refused. */
    public static void accept(Transaction transaction, Command command) {
        if (transaction.submit(command) instanceof Decision.Refused refused) {
            throw new Refused(refused.refusal());
        }
    }

    /** The job of that number, if it is the asker's to see and change. */
    public static Course own(View view, Account asker, OpportunistId id) {
        Course course =
                view.facts(Courses.class).of(id).orElseThrow(() -> new Refused(new Refusal.UnknownOpportunist(id)));
        asker.checkOwns(course.user(), "opportunistic job " + id);
        return course;
    }

    /** The job as it waits; empty if it does not. */
    public static Optional<Opportunist> queued(View view, OpportunistId id) {
        return find(view.queuedOpportunists().stream(), id, Opportunist::id);
    }

    /** The job as it runs; empty if it does not. */
    public static Optional<Stint> running(View view, OpportunistId id) {
        return find(view.runningOpportunists().stream(), id, Stint::id);
    }

    private static <T> Optional<T> find(Stream<T> all, OpportunistId id, Function<T, OpportunistId> idOf) {
        return all.filter(each -> idOf.apply(each).equals(id)).findFirst();
    }
}
