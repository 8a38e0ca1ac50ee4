package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Overtaken;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.ReservationJson;
import dev.berth.service.wire.Times;
import dev.berth.service.workflow.Availability;
import dev.berth.service.workflow.BookedPlan;
import dev.berth.service.workflow.Comparison;
import dev.berth.service.workflow.Draft;
import dev.berth.service.workflow.Graph;
import dev.berth.service.workflow.PlanFact;
import dev.berth.service.workflow.PlanNews;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.service.workflow.Planning;
import dev.berth.service.workflow.Plans;
import dev.berth.service.workflow.TaskSlot;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.Uploads;
import dev.berth.service.workflow.Workshop;
import dev.berth.workflow.model.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From a workflow that was sent to a plan, on paper or booked. */
final class PlanningResource {
    static final int TRIES = 3;
    /** All schedulers with all policies take a hundred times as long as one of each. */
    private static final int MOST_COMPARED = 2_000;

    /** Of one account, in plans before their deadlines. */
    private static final int MOST_TASKS = 100_000;

    private final Office office;
    private final Uploads uploads;
    private final Workshop workshop;

    PlanningResource(Office office, Uploads uploads, Workshop workshop) {
        this.office = office;
        this.uploads = uploads;
        this.workshop = workshop;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/workflows/{workflow}/plan", Role.USER, this::plan),
                new Endpoint("POST", "/workflows/{workflow}/compare", Role.USER, this::compare),
                new Endpoint("POST", "/workflows/{workflow}/book", Role.USER, this::book));
    }

    /**
     * How long after now a plan may begin: it is booked when it is made, and making it takes time.
     *
     * @param tried how often it was too short
     */
    static long margin(int tasks, int tried) {
        return ((1 + tasks / 2_000) * 1_000L) << tried;
    }

    /** With the time from which the first task may start. */
    private PlanTerms from(PlanTerms terms, Upload upload, int tried) {
        long soonest =
                office.now() + Math.max(margin(upload.profile().tasks(), tried), leastLead(office, upload.owner()));
        return new PlanTerms(
                Math.max(terms.ready(), soonest),
                terms.deadline(),
                terms.scheduler(),
                terms.spare(),
                terms.pools(),
                terms.between(),
                terms.within());
    }

    /** How long ahead the owner of a plan has to book. */
    static long leastLead(Office office, String owner) {
        return office.read(view ->
                view.facts(Accounts.class).known(owner).map(Account::leastLead).orElse(0L));
    }

    private Availability available(PlanTerms terms, long until) {
        return office.read(view -> {
            PlanReader.knownPools(view, terms.pools());
            return Availability.read(
                    view, terms.pools(), new Window(terms.ready(), Math.max(terms.ready() + 1, until)), List.of());
        });
    }

    private Draft draft(Call call, Upload upload, PlanTerms terms) {
        Planning.Outcome outcome = WorkflowsResource.working(
                workshop,
                call,
                () -> Planning.plan(
                        upload.read(), terms, until -> available(terms, until), free -> Progress.from(terms.ready())));
        return switch (outcome) {
            case Planning.Drafted drafted -> drafted.draft();
            case Planning.Impossible impossible ->
                throw impossible(impossible, terms).thrown();
        };
    }

    /** Why there is no plan: when it could be done, or which task never could. */
    static Problem impossible(Planning.Impossible impossible, PlanTerms terms) {
        ObjectNode numbers = Json.object().put("deadline", Times.instant(terms.deadline()));
        if (!impossible.task().isEmpty()) {
            return Problem.of(
                            Code.NO_CAPACITY,
                            "no pool ever has room for task %s; ask for other pools".formatted(impossible.task()))
                    .with(numbers.put("task", impossible.task()));
        }
        return Problem.of(
                        Code.DEADLINE_IMPOSSIBLE,
                        "the deadline %s is before %s, when %s has the last task end as things stand; ask for a later deadline, more pools or another scheduler"
                                .formatted(
                                        Times.instant(terms.deadline()),
                                        Times.instant(impossible.finish()),
                                        terms.scheduler()))
                .with(numbers.put("earliestFinish", Times.instant(impossible.finish())));
    }

    private static List<Job> jobs(Upload upload, Draft draft) {
        List<Job> jobs = new ArrayList<>();
        for (int task = 0; task < draft.plan().size(); task++) {
            TaskSlot slot = draft.slot(task);
            if (slot.end() > slot.start()) {
                jobs.add(Draft.job(
                        upload.read().workflow().name(),
                        upload.read().workflow().task(task).id(),
                        upload.owner(),
                        slot));
            }
        }
        return jobs;
    }

    private Answer plan(Call call) {
        Upload upload = WorkflowsResource.own(uploads, call);
        PlanTerms terms = from(PlanReader.read(call.body(), office.now(), true), upload, 0);
        Draft draft = draft(call, upload, terms);
        ObjectNode node = PlanJson.of(draft, terms).put("workflow", upload.id());
        if (!draft.plan().wholeMachines()) {
            Quote quote = office.read(view -> price(view, upload, draft));
            node.put("price", quote.after().toString());
        }
        return Answer.ok(node);
    }

    /** What it would cost now; asking takes time, so it is not asked where nothing costs anything. */
    private static Quote price(View view, Upload upload, Draft draft) {
        boolean free = draft.free().pools().stream()
                .allMatch(pool -> view.tariff(pool.id()).isEmpty());
        return free
                ? Quote.NONE
                : Bookings.accepted(view.decide(new Command.Replace(List.of(), jobs(upload, draft))))
                        .quote();
    }

    private Answer compare(Call call) {
        Upload upload = WorkflowsResource.own(uploads, call);
        PlanTerms terms = from(PlanReader.read(call.body(), office.now(), false), upload, 0);
        if (upload.profile().tasks() > MOST_COMPARED) {
            throw Problem.invalid(
                            "workflow",
                            upload.profile().tasks() + " tasks",
                            "one with at most " + MOST_COMPARED + " tasks can be compared; plan a larger one")
                    .thrown();
        }
        Availability free = available(terms, Window.FOREVER);
        List<Comparison.Row> rows =
                WorkflowsResource.working(workshop, call, () -> Comparison.of(upload.read(), terms, free));
        ObjectNode node = Json.object()
                .put("workflow", upload.id())
                .put("ready", Times.instant(terms.ready()))
                .put("deadline", Times.instant(terms.deadline()));
        ArrayNode array = node.putArray("rows");
        rows.forEach(row -> array.add(json(row)));
        return Answer.ok(node);
    }

    private static ObjectNode json(Comparison.Row row) {
        ObjectNode node = Json.object()
                .put("scheduler", row.scheduler())
                .put("spare", row.policy())
                .put("feasible", row.feasible())
                .put("finish", Times.instant(row.finish()))
                .put("makespan", Times.duration(row.makespan()));
        if (row.feasible()) {
            node.set("sparePercent", PlanJson.percentages(row.spare()));
        }
        return node;
    }

    private Answer book(Call call) {
        Fields fields = call.body();
        // What was booked with this key is in the answer, though its workflow may no longer be here.
        Optional<Answer> given = office.given(call);
        if (given.isPresent()) {
            return given.get();
        }
        Upload upload = WorkflowsResource.own(uploads, call);
        PlanTerms asked = PlanReader.read(fields, office.now(), true);
        PlanReader.mayBeBooked(asked);
        for (int tried = 0; ; tried++) {
            PlanTerms terms = from(asked, upload, tried);
            Draft draft = draft(call, upload, terms);
            try {
                return office.write(call, transaction -> book(transaction, call, upload, terms, draft));
            } catch (Overtaken e) {
                if (tried + 1 >= TRIES) {
                    throw e.lastWord();
                }
            }
        }
    }

    private static Answer book(Transaction transaction, Call call, Upload upload, PlanTerms terms, Draft draft) {
        Plans plans = transaction.view().facts(Plans.class);
        long open = plans.all().stream()
                .filter(plan -> plan.owner().equals(upload.owner())
                        && !plan.released()
                        && plan.terms().deadline() > transaction.now())
                .mapToLong(plan -> plan.slots().size())
                .sum();
        if (open + upload.profile().tasks() > MOST_TASKS) {
            throw Problem.of(
                            Code.QUOTA,
                            "%s has %d tasks in plans before their deadlines, and %d are the most; cancel a plan first"
                                    .formatted(upload.owner(), open, MOST_TASKS))
                    .thrown();
        }
        List<Job> jobs = jobs(upload, draft);
        if (!jobs.isEmpty()) {
            Bookings.mayBook(transaction.view(), call.account(), jobs.getFirst());
        }
        Decision decision = transaction.submit(new Command.Replace(List.of(), jobs));
        if (decision instanceof Decision.Refused refused) {
            throw new Overtaken(refused.refusal());
        }
        Decision.Accepted accepted = Bookings.accepted(decision);
        List<Reservation> reservations = accepted.reservations();
        List<TaskSlot> slots = new ArrayList<>();
        int next = 0;
        for (int task = 0; task < draft.plan().size(); task++) {
            TaskSlot slot = draft.slot(task);
            slots.add(
                    slot.end() == slot.start()
                            ? slot
                            : slot.reservedAs(reservations.get(next++).id().number()));
        }
        BookedPlan plan = new BookedPlan(
                plans.next(), upload.owner(), transaction.now(), terms, Graph.of(upload.read()), slots, 0, false);
        transaction.record(Plans.KIND, new PlanFact.Booked(plan));
        tell(transaction, plan, PlanNews.What.BOOKED);
        Office.audit(transaction, "book-plan", plan.id(), plan.graph().name());
        ObjectNode node = PlanJson.summary(transaction.view(), plan);
        node.set("sparePercent", PlanJson.percentages(draft.plan().sparePercentages()));
        node.set("quote", ReservationJson.quote(accepted.quote()));
        return Answer.json(201, node).with("Location", "/api/v1/plans/" + plan.id());
    }

    static void tell(Transaction transaction, BookedPlan plan, PlanNews.What what) {
        transaction.record(
                PlanNews.KIND,
                new PlanNews.Line(plan.number(), plan.owner(), plan.graph().name(), what));
    }
}
