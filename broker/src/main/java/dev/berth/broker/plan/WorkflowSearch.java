package dev.berth.broker.plan;

import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.provision.federation.SlotsOfSites;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.Objective;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.SearchResult;
import dev.berth.provision.search.WhyNone;
import dev.berth.wire.Times;
import dev.berth.workflow.model.Link;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Searches the slots of several sites for plans of a workflow, and makes parts of a deal of the best ones. It is the search of
 * {@code berth provision}: the same slots, settings and seed give the same plans.
 */
final class WorkflowSearch {
    /** A search takes time for each slot, and slots that start late are of use to few. */
    static final int MOST_SLOTS = 2_000;

    /** How many plans are tried by alpha, and how many that do without one of the sites of the first. */
    private static final int MOST_BEST = 5;

    private static final int MOST_WITHOUT = 5;
    /** Tasks of all plans together: every fact about the deal has them all. */
    private static final int MOST_TASKS = 5_000;

    private final Asked.OfWorkflow asked;
    private final int sites;
    private final SlotsOfSites slots;
    private final Planning planning;
    private final WorkflowParts making;

    /** @throws dev.berth.workflow.model.BadWorkflow if a task has no time for some pool */
    WorkflowSearch(Asked.OfWorkflow asked, BrokerTerms terms, List<SiteSlots> sites) {
        this.asked = asked;
        this.sites = sites.size();
        Link transfer = new Link(asked.terms().transfer(), Link.GIGABYTE);
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
        this.making = new WorkflowParts(
                asked.name(), terms, sites.stream().map(SiteSlots::site).toList(), slots, problem);
    }

    /** @param left why some sites are left out */
    DealProposal proposal(List<Reason> left) {
        try {
            return searched(left);
        } catch (BadValue | ArithmeticException e) {
            return none(left, new Reason("", "no-plan", "The prices of the sites are too high to be added up"));
        }
    }

    private DealProposal searched(List<Reason> left) {
        SearchResult found = asked.terms().search().run(planning, asked.terms().settings(), (done, of) -> true);
        ParetoSet fitting = fitting(found.set().candidates().stream());
        if (fitting.isEmpty()) {
            return none(left, whyNone(found));
        }
        List<Reason> reasons = new ArrayList<>(left);
        List<DealPlan> plans = new ArrayList<>();
        List<Integer> tried = new ArrayList<>();
        List<SiteOffer> offers = List.of();
        int tasks = asked.workflow().workflow().size();
        for (Candidate each : inTurn(fitting, found)) {
            if (!plans.isEmpty() && (plans.size() + 1) * tasks > MOST_TASKS) {
                break;
            }
            ProvisionPlan plan = planning.plan(each.slots()).orElseThrow();
            Optional<Reason> unfit = making.unfit(plan);
            unfit.filter(reason -> !reasons.contains(reason)).ifPresent(reasons::add);
            if (unfit.isEmpty()) {
                offers = plans.isEmpty() ? making.offers(plan) : offers;
                plans.add(making.plan(plan));
                tried.add(fitting.candidates().indexOf(each));
            }
        }
        return new DealProposal(plans, offers, reasons, Optional.of(tradeOff(fitting, tried, found)));
    }

    /** The best and the next best; then one without each site of the best, so that no site alone can prevent the deal. */
    private Set<Candidate> inTurn(ParetoSet fitting, SearchResult found) {
        Set<Candidate> inTurn = new LinkedHashSet<>();
        fitting.candidates().stream()
                .sorted(Comparator.<Candidate>comparingDouble(each -> fitting.value(each, asked.alpha()))
                        .thenComparingLong(Candidate::makespan))
                .limit(MOST_BEST)
                .forEach(inTurn::add);
        Candidate best = inTurn.iterator().next();
        IntStream.range(0, sites)
                .filter(site -> uses(best.slots(), site))
                .limit(MOST_WITHOUT)
                .filter(site -> inTurn.stream().allMatch(each -> uses(each.slots(), site)))
                .forEach(site -> without(site, found).ifPresent(inTurn::add));
        return inTurn;
    }

    private boolean uses(BitSet chosen, int site) {
        return chosen.stream()
                .anyMatch(slot ->
                        slots.places().get(slots.availability().site(slot)).book() == site);
    }

    /** The best that does without a site; if none was seen, the earliest. */
    private Optional<Candidate> without(int site, SearchResult found) {
        ParetoSet seen = fitting(found.seen().stream().filter(each -> !uses(each.slots(), site)));
        if (!seen.isEmpty()) {
            return Optional.of(seen.choose(asked.alpha()));
        }
        BitSet others = new BitSet();
        IntStream.range(0, slots.availability().size())
                .filter(slot ->
                        slots.places().get(slots.availability().site(slot)).book() != site)
                .forEach(others::set);
        return fitting(new Objective(planning, true).of(List.of(others)).stream()).candidates().stream()
                .findFirst();
    }

    private ParetoSet fitting(Stream<Candidate> all) {
        return ParetoSet.of(all.filter(Candidate::isFeasible)
                .filter(this::isInTime)
                .filter(this::isPayable)
                .toList());
    }

    private static DealProposal none(List<Reason> left, Reason why) {
        List<Reason> reasons = new ArrayList<>(left);
        reasons.add(why);
        return new DealProposal(List.of(), List.of(), reasons);
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
}
