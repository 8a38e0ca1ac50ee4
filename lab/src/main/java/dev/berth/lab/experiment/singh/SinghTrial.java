package dev.berth.lab.experiment.singh;

import dev.berth.engine.model.Rate;
import dev.berth.lab.experiment.Measures;
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
import dev.berth.provision.search.Settings;
import dev.berth.provision.search.Watcher;
import dev.berth.provision.site.Granted;
import dev.berth.provision.site.SiteScheduler;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * One submission of a workflow to a busy cluster (singh, section 5): one to two weeks of the jobs of others, then the plan
 * from the slots of that moment, and the same workflow by best effort among the jobs that go on coming. The plan is not
 * carried out.
 *
 * @param second how much of the second copy of the load comes too
 * @param percent of their run time that the jobs of others are queued for
 */
record SinghTrial(SinghCluster cluster, double second, int percent, ParallelWorkflow application) {
    static final String UTILISATION = "utilisation";
    static final String SLOTS = "slots";
    static final String BEST_EFFORT = "best effort";
    static final String BERTH = "provisioned";
    static final String MOGA = "provisioned, plain MOGA";

    private static final long DAY = 86_400;
    private static final long WARM_UP = 7 * DAY;
    /** Utilisation is measured from here to the submission. */
    private static final long FILLED = 2 * DAY;

    static String makespan(String way, double alpha) {
        return way + " makespan " + alpha;
    }

    static String cost(String way, double alpha) {
        return way + " cost " + alpha;
    }

    /** Best effort has no alpha. */
    static String makespan() {
        return BEST_EFFORT + " makespan";
    }

    static String cost() {
        return BEST_EFFORT + " cost";
    }

    Measures run(int run, int runs, long seed, List<Double> alphas, Map<String, Search> ways, Settings settings) {
        long own = Options.runSeed(seed, run);
        SinghLoad jobs = cluster.jobs(second, percent, run, runs, own);
        long submission = WARM_UP + new SplittableRandom(own).nextLong(WARM_UP);
        SiteScheduler site = new SiteScheduler(cluster.processors(), DAY);
        Map<String, Double> measures = new HashMap<>();
        Iterator<QueuedJob> others = warmUp(site, jobs, submission, measures);

        SlotAvailability availability = SlotAvailability.of(new SlotSite(cluster.name(), Rate.FULL), site.slots());
        Planning planning = new Planning(new Provisioning(application, availability, submission), SlotSchedulers.HEFT);
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
        });
        BestEffort.Result bestEffort = BestEffort.run(application, site, Rate.FULL, others);
        measures.put(makespan(), (double) bestEffort.makespan());
        measures.put(cost(), (double) bestEffort.serverTime());
        return new Measures(measures);
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
