package dev.berth.service.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Accounts;
import dev.berth.service.booking.Pools;
import dev.berth.site.Site;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Overtaken;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Phrase;
import dev.berth.workflow.model.Progress;
import java.util.List;
import java.util.function.Function;

/**
 * Plans workflows on what a site has free: in the workshop, apart from the site and on what was read of it a moment ago.
 * Somebody may be faster when a plan is to be booked; then it is planned again.
 */
public final class SitePlanner {
    /** How often a request is planned before it is refused because others were faster each time. */
    static final int TRIES = 3;
    /** All schedulers with all policies take a hundred times as long as one of each. */
    private static final int MOST_COMPARED = 2_000;

    private final Site site;
    private final LongWork longWork;

    public SitePlanner(Site site, LongWork longWork) {
        this.site = site;
        this.longWork = longWork;
    }

    /**
     * Plans, and plans again if that was too late to be carried out.
     *
     * @param carryOut throws {@link Overtaken} if somebody was faster
     */
    public <T> T propose(WaitingClient client, Upload upload, PlanTerms asked, Function<ProposedPlan, T> carryOut) {
        for (int tried = 0; ; tried++) {
            try {
                return carryOut.apply(propose(client, upload, asked, tried));
            } catch (Overtaken e) {
                if (tried + 1 >= TRIES) {
                    throw e.lastWord();
                }
            }
        }
    }

    private ProposedPlan propose(WaitingClient client, Upload upload, PlanTerms asked, int tried) {
        PlanTerms terms = from(asked, upload, tried);
        WorkflowPlanning.Outcome outcome = longWork.work(
                client,
                () -> WorkflowPlanning.plan(
                        upload.read(), terms, until -> available(terms, until), free -> Progress.from(terms.ready())));
        return new ProposedPlan(upload, terms, drafted(outcome, terms));
    }

    /** Plans what remains of a plan again. */
    WorkflowPlanning.Outcome replan(WaitingClient client, RemainingPlan rest, int tried) {
        long soonest = rest.now()
                + Math.max(leastLead(rest.plan().owner()), margin(rest.open().size(), tried));
        long notBefore = Math.max(rest.plan().terms().ready(), soonest);
        return longWork.work(
                client, () -> rest.plan(until -> site.read(view -> rest.available(view, until)), notBefore));
    }

    /** All schedulers with all spare-time policies. */
    public record Compared(PlanTerms terms, List<SchedulerComparison.Row> rows) {}

    public Compared compare(WaitingClient client, Upload upload, PlanTerms asked) {
        PlanTerms terms = from(asked, upload, 0);
        if (upload.profile().tasks() > MOST_COMPARED) {
            throw Problem.invalid(
                            "workflow",
                            upload.profile().tasks() + " tasks",
                            "must have at most " + MOST_COMPARED + " tasks to be compared; plan it with one scheduler")
                    .toException();
        }
        Availability free = available(terms, Window.FOREVER);
        return new Compared(terms, longWork.work(client, () -> SchedulerComparison.of(upload.read(), terms, free)));
    }

    /** The draft; if there is none, when it could be done, or which task never could. */
    static Draft drafted(WorkflowPlanning.Outcome outcome, PlanTerms terms) {
        return switch (outcome) {
            case WorkflowPlanning.Drafted drafted -> drafted.draft();
            case WorkflowPlanning.Impossible impossible ->
                throw problem(impossible, terms).toException();
        };
    }

    private static Problem problem(WorkflowPlanning.Impossible impossible, PlanTerms terms) {
        ObjectNode numbers = Json.object().put("deadline", Times.instant(terms.deadline()));
        if (!impossible.task().isEmpty()) {
            return Problem.of(
                            Code.NO_CAPACITY,
                            "No pool ever has room for task %s; ask for other pools".formatted(impossible.task()))
                    .with(numbers.put("task", impossible.task()));
        }
        return Problem.of(
                        Code.DEADLINE_IMPOSSIBLE,
                        Phrase.of(
                                "The deadline (%s) is before the earliest end that %s finds (%s); ask for a later deadline, more pools or another scheduler",
                                Phrase.time(terms.deadline()), terms.scheduler(), Phrase.time(impossible.finish())))
                .with(numbers.put("earliestFinish", Times.instant(impossible.finish())));
    }

    /** With the time from which the first task may start. */
    private PlanTerms from(PlanTerms terms, Upload upload, int tried) {
        long soonest =
                site.clock().millis() + Math.max(margin(upload.profile().tasks(), tried), leastLead(upload.owner()));
        return terms.from(Math.max(terms.ready(), soonest));
    }

    /**
     * How long after now a plan may begin: it is booked when it is made, and making it takes time.
     *
     * @param tried how often it was too short
     */
    private static long margin(int tasks, int tried) {
        return ((1 + tasks / 2_000) * 1_000L) << tried;
    }

    private long leastLead(String owner) {
        return site.read(view -> view.facts(Accounts.class).leastLead(owner));
    }

    private Availability available(PlanTerms terms, long until) {
        return site.read(view -> {
            Pools.checkKnown(view, terms.pools());
            return Availability.read(
                    view, terms.pools(), new Window(terms.ready(), Math.max(terms.ready() + 1, until)), List.of());
        });
    }
}
