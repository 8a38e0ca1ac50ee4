package dev.berth.service.broker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import dev.berth.provision.booking.PlanBooking.Place;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.provision.federation.SlotsOfSites;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.SearchResult;
import dev.berth.provision.search.WhyNone;
import dev.berth.provision.slot.Allocation;
import dev.berth.service.provision.TaskPlace;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.workflow.model.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Searches the slots of several sites for plans of a workflow, and makes parts of a deal of the best ones. It is the search of
 * {@code berth provision}: the same slots, settings and seed give the same plans.
 */
final class WorkflowSearch {
    /** A search takes time for each slot, and slots that start late are of use to few. */
    static final int MOST_SLOTS = 2_000;

    private static final int MOST_PLANS = 5;
    /** What a site answers about more reservations would not be read. */
    private static final int MOST_JOBS = 300;
    /** Tasks of all plans together: every fact about the deal has them all. */
    private static final int MOST_TASKS = 5_000;

    private final Asked.OfWorkflow asked;
    private final Terms terms;
    private final List<SiteSlots> sites;
    private final SlotsOfSites slots;
    private final Planning planning;

    /** @throws dev.berth.workflow.model.BadWorkflow if a task has no time for some pool */
    WorkflowSearch(Asked.OfWorkflow asked, Terms terms, List<SiteSlots> sites) {
        this.asked = asked;
        this.terms = terms;
        this.sites = List.copyOf(sites);
        Link transfer = new Link(asked.terms().transfer(), PlanTerms.GIGABYTE);
        this.slots = SlotsOfSites.of(sites, asked.sites().size() == 1, transfer, MOST_SLOTS);
        Provisioning problem = new Provisioning(
                asked.terms()
                        .application(
                                asked.workflow().workflow(),
                                slots.availability().sites().stream()
                                        .map(SlotSite::id)
                                        .toList()),
                slots.availability(),
                asked.terms().ready(),
                asked.workflow().times());
        this.planning = new Planning(problem, asked.terms().scheduler());
    }

    /** @param left why some sites are left out */
    Proposal proposal(List<Reason> left) {
        try {
            return searched(left);
        } catch (BadValue | ArithmeticException e) {
            return none(left, new Reason("", "no-plan", "The prices of the sites are too high to be added up"));
        }
    }

    private Proposal searched(List<Reason> left) {
        SearchResult found = asked.terms().search().run(planning, asked.terms().settings(), (done, of) -> true);
        List<Candidate> all = found.set().candidates();
        ParetoSet fitting = ParetoSet.of(
                all.stream().filter(this::isInTime).filter(this::isPayable).toList());
        if (fitting.isEmpty()) {
            return none(left, whyNone(found));
        }
        List<Candidate> best = fitting.candidates().stream()
                .sorted(Comparator.<Candidate>comparingDouble(each -> fitting.value(each, asked.alpha()))
                        .thenComparingLong(Candidate::makespan))
                .toList();
        List<Reason> reasons = new ArrayList<>(left);
        List<Plan> plans = new ArrayList<>();
        List<Integer> tried = new ArrayList<>();
        List<SiteOffer> offers = List.of();
        int tasks = asked.workflow().workflow().size();
        for (Candidate each : best) {
            if (plans.size() == MOST_PLANS || (!plans.isEmpty() && (plans.size() + 1) * tasks > MOST_TASKS)) {
                break;
            }
            ProvisionPlan plan = planning.plan(each.slots()).orElseThrow();
            List<Part> parts = parts(plan);
            Optional<Reason> unfit = unfit(parts, plan);
            unfit.filter(reason -> !reasons.contains(reason)).ifPresent(reasons::add);
            if (unfit.isEmpty()) {
                offers = plans.isEmpty() ? offers(plan) : offers;
                plans.add(new Plan(parts));
                tried.add(fitting.candidates().indexOf(each));
            }
        }
        return new Proposal(plans, offers, reasons, Optional.of(tradeOff(fitting, tried, found)));
    }

    private static Proposal none(List<Reason> left, Reason why) {
        List<Reason> reasons = new ArrayList<>(left);
        reasons.add(why);
        return new Proposal(List.of(), List.of(), reasons);
    }

    private long finish(Candidate candidate) {
        return asked.terms().ready() + candidate.makespan();
    }

    private boolean isInTime(Candidate candidate) {
        Long deadline = asked.terms().deadline();
        return deadline == null || finish(candidate) <= deadline;
    }

    private boolean isPayable(Candidate candidate) {
        return asked.budget().filter(candidate.cost()::isAbove).isEmpty();
    }

    private Reason whyNone(SearchResult found) {
        if (found.set().isEmpty()) {
            String why = WhyNone.reason(planning.problem(), found);
            return new Reason("", "no-plan", Character.toUpperCase(why.charAt(0)) + why.substring(1));
        }
        Long deadline = asked.terms().deadline();
        Candidate earliest = found.set().candidates().getLast();
        if (deadline != null && !isInTime(earliest)) {
            return new Reason(
                    "",
                    "deadline-impossible",
                    "The earliest plan ends at %s, after the deadline (%s); ask for a later deadline"
                            .formatted(Times.instant(finish(earliest)), Times.instant(deadline)));
        }
        Money cheapest = found.set().candidates().stream()
                .filter(this::isInTime)
                .map(Candidate::cost)
                .findFirst()
                .orElseThrow();
        return new Reason(
                "",
                "over-budget",
                "The cheapest plan that is in time costs %s, and the budget is %s"
                        .formatted(cheapest, asked.budget().orElseThrow()));
    }

    private TradeOff tradeOff(ParetoSet fitting, List<Integer> tried, SearchResult found) {
        return new TradeOff(
                fitting.candidates().stream()
                        .map(each -> new TradeOff.Point(
                                each.cost(),
                                each.makespan(),
                                finish(each),
                                each.slots().cardinality()))
                        .toList(),
                tried,
                slots.availability().size(),
                slots.leftOut(),
                found.exact());
    }

    private Optional<Reason> unfit(List<Part> parts, ProvisionPlan plan) {
        if (parts.isEmpty()) {
            return Optional.of(new Reason("", "no-plan", "The tasks of the workflow need no servers; nothing to book"));
        }
        for (int site = 0; site < sites.size(); site++) {
            int index = site;
            long jobs = plan.purchases().stream()
                    .filter(purchase -> place(purchase).book() == index)
                    .count();
            if (jobs > MOST_JOBS) {
                return Optional.of(new Reason(
                        sites.get(site).site(),
                        "no-plan",
                        "A plan takes %d reservations here, and at most %d can be booked together; split the workflow"
                                .formatted(jobs, MOST_JOBS)));
            }
        }
        return Optional.empty();
    }

    private Place place(ProvisionPlan.Purchase purchase) {
        return slots.places().get(slots.availability().site(purchase.slot()));
    }

    /** One for each site where something is to be booked. */
    private List<Part> parts(ProvisionPlan plan) {
        List<Part> parts = new ArrayList<>();
        for (int site = 0; site < sites.size(); site++) {
            List<ObjectNode> jobs = new ArrayList<>();
            for (int k = 0; k < plan.purchases().size(); k++) {
                ProvisionPlan.Purchase purchase = plan.purchases().get(k);
                if (place(purchase).book() == site) {
                    jobs.add(job(k + 1, place(purchase).pool(), purchase.allocation()));
                }
            }
            if (!jobs.isEmpty()) {
                parts.add(Planner.part(terms, sites.get(site).site(), jobs).running(tasks(plan, site)));
            }
        }
        return parts;
    }

    /** Exactly this allocation. */
    private ObjectNode job(int number, String pool, Allocation allocation) {
        return Json.object()
                .put("name", asked.name() + "-" + number)
                .put("ready", Times.instant(allocation.start()))
                .put("deadline", Times.instant(allocation.end()))
                .put("stay", Times.duration(allocation.duration()))
                .put("servers", allocation.servers())
                .put("pool", pool);
    }

    private List<TaskPlace> tasks(ProvisionPlan plan, int site) {
        List<TaskPlace> tasks = new ArrayList<>();
        for (int task = 0; task < plan.tasks().size(); task++) {
            ProvisionPlan.Scheduled scheduled = plan.tasks().get(task);
            Place place = slots.places().get(scheduled.site());
            if (place.book() == site) {
                tasks.add(new TaskPlace(
                        planning.problem().workflow().task(task).id(),
                        place.pool(),
                        scheduled.start(),
                        scheduled.end(),
                        planning.problem().application().servers(task)));
            }
        }
        tasks.sort(Comparator.comparingLong(TaskPlace::start));
        return tasks;
    }

    private List<SiteOffer> offers(ProvisionPlan plan) {
        return plan.purchases().stream()
                .map(purchase -> new SiteOffer(
                        sites.get(place(purchase).book()).site(),
                        "",
                        true,
                        place(purchase).pool(),
                        purchase.allocation().servers(),
                        new Window(
                                purchase.allocation().start(),
                                purchase.allocation().end()),
                        purchase.allocation().cost()))
                .toList();
    }
}
