package dev.berth.service.provision;

import dev.berth.provision.besteffort.QueueEstimate;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.SearchJob;
import dev.berth.provision.search.SearchResult;
import dev.berth.provision.search.WhyNone;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A search for plans: waiting, under way, or over with what it has found. */
public final class Searching {
    private static final Logger LOG = LoggerFactory.getLogger(Searching.class);

    /** Whoever watches is told no more often than this. */
    private static final long BETWEEN_NEWS = 200_000_000;

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** How far it is. */
    public enum State {
        WAITING,
        SEARCHING,
        ENDED,
        /** Before its end, by somebody or by its time limit; the best so far is the answer. */
        STOPPED,
        FAILED;

        public boolean isOver() {
            return this != WAITING && this != SEARCHING;
        }
    }

    /**
     * Result of the search.
     *
     * @param exact whether every choice of slots was tried
     * @param reason why there is no plan; empty if there is one
     */
    public record Result(ParetoSet plans, boolean exact, String reason) {}

    /**
     * Slots to choose from.
     *
     * @param leftOut how many there would have been beside
     * @param advertised when
     */
    record Choice(Planning planning, int leftOut, long advertised) {}

    private final String id;
    private final String owner;
    private final String workflow;
    private final ProvisionTerms terms;
    private final Planning planning;
    private final Choice choice;
    private volatile State state = State.WAITING;
    private volatile int done;
    private volatile boolean stop;
    private volatile @Nullable Result result;
    private volatile @Nullable QueueEstimate queue;
    private final SearchJob job;
    private @Nullable Consumer<Searching> listener;
    private long lastNews;

    /**
     * A search that has not begun.
     *
     * @param workflow the id it was sent under
     */
    Searching(String id, String owner, String workflow, ProvisionTerms terms, Choice choice) {
        this.id = id;
        this.owner = owner;
        this.workflow = workflow;
        this.terms = terms;
        this.choice = choice;
        this.planning = choice.planning();
        this.job = terms.search().job(planning, terms.settings(), (tried, of) -> goOn(tried));
    }

    /** How long it may take a thread: it ends at its limit by itself, and is cancelled a little later. */
    Duration budget() {
        Duration limit = terms.settings().limit();
        return (limit == null ? LONGEST : limit).plus(GRACE);
    }

    /** To be called once, on a thread that has the time. */
    void run(Consumer<Searching> news) {
        synchronized (this) {
            if (state.isOver()) {
                return;
            }
            state = State.SEARCHING;
            listener = news;
        }
        news.accept(this);
        try {
            queue = QueueEstimate.of(planning.problem()).orElse(null);
            SearchResult found = job.run();
            end(found, found.finished() ? State.ENDED : State.STOPPED);
        } catch (RuntimeException e) {
            LOG.error("search {} of {} has failed", id, owner, e);
        } finally {
            // Also after an Error, such as too little memory: nobody waits for what will never end.
            fail();
            news.accept(this);
        }
    }

    private boolean goOn(int tried) {
        done = tried;
        Consumer<Searching> news = listener;
        if (news != null && System.nanoTime() - lastNews > BETWEEN_NEWS) {
            lastNews = System.nanoTime();
            news.accept(this);
        }
        return !stop;
    }

    /** Its thread has not come back, or none was ever free for it: it is over with the best it has found so far. */
    void abandon(Consumer<Searching> news) {
        job.stop();
        SearchResult found = job.soFar();
        if (found.evaluations() > 0) {
            end(found, State.STOPPED);
        } else {
            fail();
        }
        news.accept(this);
    }

    private void end(SearchResult found, State how) {
        Result outcome = result(found);
        synchronized (this) {
            if (!state.isOver()) {
                done = found.evaluations();
                result = outcome;
                state = how;
            }
        }
    }

    private synchronized void fail() {
        state = state.isOver() ? state : State.FAILED;
    }

    private Result result(SearchResult found) {
        Long deadline = terms.deadline();
        if (found.set().isEmpty()) {
            return new Result(found.set(), found.exact(), WhyNone.reason(planning.problem(), found));
        }
        List<Candidate> intime = found.set().candidates().stream()
                .filter(candidate -> deadline == null || finish(candidate) <= deadline)
                .toList();
        return new Result(
                ParetoSet.of(intime),
                found.exact(),
                intime.isEmpty()
                        ? "no plan that was found ends by the deadline; ask for a later one, or more pools"
                        : "");
    }

    /** The best found so far is to be the answer. */
    public void stop() {
        stop = true;
    }

    public String id() {
        return id;
    }

    public String owner() {
        return owner;
    }

    public String workflow() {
        return workflow;
    }

    public String name() {
        return planning.problem().workflow().name();
    }

    public ProvisionTerms terms() {
        return terms;
    }

    public Planning planning() {
        return planning;
    }

    public int leftOut() {
        return choice.leftOut();
    }

    /** When the slots were advertised. */
    public long advertised() {
        return choice.advertised();
    }

    public State state() {
        return state;
    }

    /** How many plans were tried. */
    public int done() {
        return done;
    }

    /** Null until it is over, and if it has failed. */
    public @Nullable Result result() {
        return result;
    }

    /** Estimate of what a queue would give without reservations; null until the search has begun, and if there is no estimate. */
    public @Nullable QueueEstimate queue() {
        return queue;
    }

    public long finish(Candidate candidate) {
        return terms.ready() + candidate.makespan();
    }

    /** From the slots of a candidate to what to allocate. */
    public ProvisionPlan plan(Candidate candidate) {
        return planning.plan(candidate.slots())
                .orElseThrow(() -> new IllegalStateException("the slots of a plan no longer hold it"));
    }
}
