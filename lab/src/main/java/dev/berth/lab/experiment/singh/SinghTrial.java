package dev.berth.lab.experiment.singh;

import dev.berth.engine.model.Rate;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.provision.besteffort.BestEffort;
import dev.berth.provision.besteffort.QueuedJob;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.search.Watcher;
import dev.berth.provision.site.Granted;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * One submission of a workflow to a busy cluster (singh, section 5): one to two weeks of the jobs of others, then the plan
 * from the slots of that moment, and the same workflow by best effort among the jobs that go on coming. The plan is not
 * carried out.
 *
 * @param second how much of the second copy of the load comes too
 * @param percent of their run time that the jobs of others are queued for
 * @param application by the seed of the run
 * @param naming whether servers are named as a job is submitted, as the text says, and not counted
 * @param discount for what starts a week ahead, in per cent; less for what starts sooner
 */
record SinghTrial(
        SinghCluster cluster,
        double second,
        int percent,
        LongFunction<ParallelWorkflow> application,
        boolean naming,
        int discount) {
    private static final OpenParameter PROCESSORS = OpenParameter.choice(
            "processors",
            "how a job finds room at the site: by counting servers, or by naming them as it is submitted",
            "counted",
            "named");
    private static final OpenParameter WORKFLOW =
            OpenParameter.choice("workflow", "one workflow for all submissions, or one drawn for each", "one", "each");
    /** Parameters of a cluster and of what is submitted. */
    static final List<OpenParameter> PARAMETERS = List.of(PROCESSORS, WORKFLOW);
    /** Parameters where the workflow is that of the paper. */
    static final List<OpenParameter> OF_THE_CLUSTER = List.of(PROCESSORS);

    static final String UTILISATION = "utilisation";
    static final String SLOTS = "slots";
    static final String BEST_EFFORT = "best effort";
    static final String BERTH = "provisioned";
    static final String MOGA = "provisioned, plain MOGA";

    private static final long DAY = 86_400;
    /** A per cent in millionths. */
    private static final int PER_CENT = 10_000;

    private static final long WARM_UP = 7 * DAY;
    /** Utilisation is measured from here to the submission. */
    private static final long FILLED = 2 * DAY;

    /** Singh's artificial workflow, with tasks of this many servers in the mean. */
    static SinghTrial artificial(Options options, SinghCluster cluster, double second, int meanServers) {
        LongFunction<ParallelWorkflow> application = WORKFLOW.of(options).equals("each")
                ? run -> SinghApplication.draw(run, SinghFigure9.MEAN_WORK, meanServers)
                : same(SinghApplication.draw(options.seed(), SinghFigure9.MEAN_WORK, meanServers));
        return new SinghTrial(cluster, second, 100, application, isNaming(options), 0);
    }

    /** One workflow for all runs. */
    static SinghTrial of(
            Options options, SinghCluster cluster, double second, int percent, ParallelWorkflow application) {
        return new SinghTrial(cluster, second, percent, same(application), isNaming(options), 0);
    }

    private static LongFunction<ParallelWorkflow> same(ParallelWorkflow application) {
        return run -> application;
    }

    private static boolean isNaming(Options options) {
        return PROCESSORS.of(options).equals("named");
    }

    SinghTrial withDiscount(int other) {
        return new SinghTrial(cluster, second, percent, application, naming, other);
    }

    static String makespan(String way, double alpha) {
        return way + " makespan " + alpha;
    }

    static String cost(String way, double alpha) {
        return way + " cost " + alpha;
    }

    /** How many plans there are to choose from. */
    static String plans(String way) {
        return way + " plans";
    }

    /** Best effort has no alpha. */
    static String makespan() {
        return BEST_EFFORT + " makespan";
    }

    static String cost() {
        return BEST_EFFORT + " cost";
    }

    Measures run(int run, int runs, long seed, List<Double> alphas, Map<String, Search> ways, SearchSettings settings) {
        long own = Options.runSeed(seed, run);
        SinghLoad jobs = cluster.jobs(second, percent, run, runs, own);
        long submission = WARM_UP + new SplittableRandom(own).nextLong(WARM_UP);
        SiteScheduler site =
                naming ? SiteScheduler.naming(cluster.processors(), DAY) : new SiteScheduler(cluster.processors(), DAY);
        ParallelWorkflow workflow = application.apply(own);
        Map<String, Double> measures = new HashMap<>();
        Iterator<QueuedJob> others = warmUp(site, jobs, submission, measures);

        SlotAvailability availability =
                SlotAvailability.of(new SlotSite(cluster.name(), Rate.FULL), discounted(site.slots(), submission));
        Planning planning = new Planning(new Provisioning(workflow, availability, submission), SlotSchedulers.HEFT);
        measures.put(SLOTS, (double) availability.size());
        ways.forEach((way, search) -> {
            ParetoSet set = search.run(planning, settings, Watcher.NOBODY).set();
            for (double alpha : alphas) {
                // A plain search may have met no plan at all.
                measures.put(
                        makespan(way, alpha),
                        set.isEmpty() ? Double.NaN : set.choose(alpha).makespan());
                measures.put(cost(way, alpha), set.isEmpty() ? Double.NaN : cost(set.choose(alpha)));
            }
            measures.put(plans(way), (double) set.size());
        });
        BestEffort.Result bestEffort = BestEffort.run(workflow, site, Rate.FULL, others);
        measures.put(makespan(), (double) bestEffort.makespan());
        measures.put(cost(), (double) bestEffort.serverTime());
        return new Measures(measures);
    }

    /** The slots at the prices of somebody who books them at a time. */
    private List<Slot> discounted(List<Slot> slots, long booked) {
        if (discount == 0) {
            return slots;
        }
        UnitCost.Lead lead = new UnitCost.Lead(booked, discount * PER_CENT, WARM_UP);
        return slots.stream()
                .map(slot -> new Slot(
                        slot.start(),
                        slot.servers(),
                        slot.duration(),
                        new UnitCost(slot.unitCost().amount(), slot.unitCost().time(), lead),
                        slot.fixedCost(),
                        slot.divisible(),
                        slot.extensible()))
                .toList();
    }

    private static double cost(Candidate candidate) {
        return candidate.cost().decimal().doubleValue();
    }

    /** The jobs up to the submission are queued; the others come back, the first of them included. */
    private Iterator<QueuedJob> warmUp(
            SiteScheduler site, SinghLoad jobs, long submission, Map<String, Double> measures) {
        long busy = 0;
        QueuedJob next = jobs.hasNext() ? jobs.next() : null;
        while (next != null && next.submit() <= submission) {
            site.advance(next.submit());
            Granted granted = site.submit(next.servers(), next.runTime());
            long from = Math.max(FILLED, granted.start());
            busy += next.servers() * Math.max(0, Math.min(submission, granted.end()) - from);
            next = jobs.hasNext() ? jobs.next() : null;
        }
        site.advance(submission);
        measures.put(UTILISATION, 100.0 * busy / ((submission - FILLED) * cluster.processors()));
        return Stream.concat(
                        Stream.ofNullable(next),
                        Stream.iterate(jobs, Iterator::hasNext, same -> same).map(Iterator::next))
                .iterator();
    }
}
