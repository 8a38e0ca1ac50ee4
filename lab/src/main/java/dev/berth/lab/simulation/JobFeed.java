package dev.berth.lab.simulation;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import java.util.List;
import java.util.function.Consumer;

/**
 * A new book that is fed jobs: time passes until a job is submitted, then the book decides. Simulations and replays all
 * send their jobs this way, and all of them may be moved either way within their terms, as the papers have it. Something
 * waits to run each job, so in a book with early starts each may start as soon as servers are free.
 */
public final class JobFeed {
    private final Book book;
    private final long servers;
    private Consumer<Event> watcher = event -> {};

    /** A book that decides as the papers' schedulers do. */
    public JobFeed(String policy, List<Pool> pools) {
        this(BookPolicy.asPromised(policy), pools);
    }

    public JobFeed(BookPolicy scheduler, List<Pool> pools) {
        this.book = new Book(scheduler.policy(), scheduler.admission(), scheduler.earlyStarts());
        this.servers = pools.stream().mapToLong(Pool::servers).sum();
        pools.forEach(pool -> submit(new Command.AddPool(pool)));
    }

    /** Sets a watcher that receives each event just before it is applied, while the book still has the state before it. */
    public void watch(Consumer<Event> told) {
        watcher = told;
    }

    public Book book() {
        return book;
    }

    /** Number of servers of all pools. */
    public long servers() {
        return servers;
    }

    /** Lets time pass, which never goes back, and returns what happened. */
    public List<Event> advance(long to) {
        return done(new Command.Advance(to));
    }

    /** Carries out what the book cannot refuse, and returns what happened. */
    public List<Event> done(Command command) {
        if (submit(command) instanceof Decision.Accepted accepted) {
            return accepted.events();
        }
        throw new IllegalStateException("the book did not accept " + command);
    }

    /** The answer to a job that is submitted now: accepted or refused. */
    public Decision reserve(Job job) {
        return submit(new Command.Reserve(job.whenFree()));
    }

    /** The answer to a command that may be refused. */
    public Decision ask(Command command) {
        return submit(command);
    }

    private Decision submit(Command command) {
        Decision decision = book.decide(command);
        if (decision instanceof Decision.Accepted accepted) {
            for (Event event : accepted.events()) {
                watcher.accept(event);
                book.apply(event);
            }
        }
        return decision;
    }

    /** Its work on all of its servers, to be added up where sums outgrow a {@code long}. */
    public static double work(Job job) {
        return (double) job.work().amount() * job.servers();
    }

    /** Whether the job would be refused by an empty site too. */
    public static boolean isImpossible(Refusal refusal) {
        return refusal instanceof Refusal.DeadlineImpossible || refusal instanceof Refusal.TooManyServers;
    }
}
