package dev.berth.service.provision;

import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.Found;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.WhyNone;
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
     * What came of it.
     *
     * @param exact whether every choice of slots was tried
     * @param reason why there is no plan; empty if there is one
     */
    public record Result(ParetoSet plans, boolean exact, String reason) {}

    private final String id;
    private final String owner;
    private final String workflow;
    private final ProvisionTerms terms;
    private final Planning planning;
    private final int leftOut;
    private volatile State state = State.WAITING;
    private volatile int done;
    private volatile boolean stop;
    private volatile @Nullable Result result;
    private long lastNews;

    /**
     * A search that has not begun.
     *
     * @param workflow the id it was sent under
     * @param leftOut how many slots there would have been beside
     */
    Searching(String id, String owner, String workflow, ProvisionTerms terms, Planning planning, int leftOut) {
        this.id = id;
        this.owner = owner;
        this.workflow = workflow;
        this.terms = terms;
        this.planning = planning;
        this.leftOut = leftOut;
    }

    /** To be called once, on a thread that has the time. */
    void run(Consumer<Searching> news) {
        state = State.SEARCHING;
        news.accept(this);
        try {
            Found found = terms.search().run(planning, terms.settings(), (tried, of) -> {
                done = tried;
                if (System.nanoTime() - lastNews > BETWEEN_NEWS) {
                    lastNews = System.nanoTime();
                    news.accept(this);
                }
                return !stop;
            });
            done = found.evaluations();
            result = result(found);
            state = found.finished() ? State.ENDED : State.STOPPED;
        } catch (RuntimeException e) {
            LOG.error("search {} of {} has failed", id, owner, e);
        } finally {
            // Also after an Error, such as too little memory: nobody waits for what will never end.
            state = state.isOver() ? state : State.FAILED;
            news.accept(this);
        }
    }

    private Result result(Found found) {
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
        return leftOut;
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

    public long finish(Candidate candidate) {
        return terms.ready() + candidate.makespan();
    }

    /** From the slots of a candidate to what to allocate. */
    public ProvisionPlan plan(Candidate candidate) {
        return planning.plan(candidate.slots())
                .orElseThrow(() -> new IllegalStateException("the slots of a plan no longer hold it"));
    }
}
