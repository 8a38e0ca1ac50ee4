package dev.berth.bench;

import dev.berth.bench.peer.MoeaNsga2;
import dev.berth.engine.model.Rate;
import dev.berth.lab.experiment.singh.CyberShake;
import dev.berth.lab.experiment.singh.SinghApplication;
import dev.berth.lab.experiment.singh.SinghLoad;
import dev.berth.lab.experiment.singh.SinghSlots;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import dev.berth.provision.besteffort.QueuedJob;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlanCheck;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchResult;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.search.Watcher;
import dev.berth.provision.site.SiteScheduler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long do backfilling and the search for plans take, and what is the search worth?
 *
 * <p>Arguments: a log in the Standard Workload Format to backfill; without one, 59,715 jobs after Lublin and Feitelson.
 */
public final class ProvisionReport {
    private static final long DAY = 86_400;
    private static final int PROBLEMS = 20;

    private ProvisionReport() {}

    public static void main(String[] args) throws IOException {
        backfilling(args.length > 0 ? Trace.read(Path.of(args[0])) : null);
        cyberShake();
        slots124();
        hypervolume();
    }

    private static void backfilling(@Nullable Trace trace) {
        List<QueuedJob> jobs = new ArrayList<>();
        if (trace == null) {
            SinghLoad load = SinghLoad.synthetic(128, 0.83, 0, 100, 1);
            while (jobs.size() < 59_715) {
                jobs.add(load.next());
            }
        } else {
            for (RigidJob job : trace.jobs()) {
                jobs.add(new QueuedJob(job.submit(), job.processors(), job.runTime()));
            }
        }
        int processors = trace == null ? 128 : trace.processors();
        for (int round = 0; round < 2; round++) {
            long began = System.nanoTime();
            long cpu = cpu();
            SiteScheduler site = new SiteScheduler(processors, DAY);
            long waited = 0;
            int most = 0;
            for (QueuedJob job : jobs) {
                site.advance(job.submit());
                waited += site.submit(job.servers(), job.runTime()).start() - job.submit();
                most = Math.max(most, site.slots().size());
            }
            print("backfilling %d jobs of %s: %.2f s (%.2f s of processors), mean wait %.0f s, up to %d slots"
                    .formatted(
                            jobs.size(),
                            trace == null ? "a synthetic load" : trace.name(),
                            seconds(began),
                            (cpu() - cpu) / 1e9,
                            (double) waited / jobs.size(),
                            most));
        }
    }

    private static void cyberShake() {
        ParallelWorkflow workflow = CyberShake.workflow();
        for (int round = 0; round < 3; round++) {
            SiteScheduler site = new SiteScheduler(430, DAY);
            SinghLoad load = SinghLoad.synthetic(430, 0.63, 0, 100, round);
            for (QueuedJob job = load.next(); job.submit() < 10 * DAY; job = load.next()) {
                site.advance(job.submit());
                site.submit(job.servers(), job.runTime());
            }
            site.advance(10 * DAY);
            SlotAvailability availability = SlotAvailability.of(new SlotSite("CTC", Rate.FULL), site.slots());
            Planning planning = new Planning(new Provisioning(workflow, availability, site.now()), SlotSchedulers.HEFT);
            search("CyberShake, 10 x 10", planning, SearchSettings.of(10, 10, 1), Search.SEEDED);
            search("CyberShake, 10 x 10", planning, SearchSettings.of(10, 10, 1), Search.MOGA);
        }
    }

    private static void slots124() {
        for (int round = 0; round < 3; round++) {
            Planning planning = problem(round);
            search("124 slots, 100 x 100", planning, SearchSettings.of(100, 100, 1), Search.SEEDED);
            search("124 slots, 100 x 100", planning, SearchSettings.of(100, 100, 1), Search.MOGA);
        }
    }

    private static Planning problem(long seed) {
        return new Planning(
                new Provisioning(SinghApplication.draw(seed, 100, 1), SinghSlots.draw(seed), 0), SlotSchedulers.HEFT);
    }

    private static void search(String name, Planning planning, SearchSettings settings, Search search) {
        long began = System.nanoTime();
        long cpu = cpu();
        SearchResult found = search.run(planning, settings, Watcher.NOBODY);
        double wall = seconds(began);
        double processors = (cpu() - cpu) / 1e9;
        check(planning, found);
        print("%s, %s, %d slots: %.2f s (%.2f s of processors), %d evaluations, %d plans"
                .formatted(
                        name,
                        search.name(),
                        planning.problem().availability().size(),
                        wall,
                        processors,
                        found.evaluations(),
                        found.set().size()));
    }

    /** Before any time counts: the plans are plans. */
    private static void check(Planning planning, SearchResult found) {
        for (Candidate candidate : found.set().candidates()) {
            List<String> problems = ProvisionPlanCheck.problems(
                    planning.problem(), planning.plan(candidate.slots()).orElseThrow());
            if (!problems.isEmpty()) {
                throw new IllegalStateException(problems.toString());
            }
        }
    }

    /** The area dominated up to a tenth beyond the worst of all sets, over 20 problems. */
    private static void hypervolume() {
        for (int[] size : new int[][] {{10, 10}, {50, 20}, {100, 100}}) {
            double[] areas = new double[4];
            for (int seed = 0; seed < PROBLEMS; seed++) {
                Planning planning = problem(1000 + seed);
                SearchSettings settings = SearchSettings.of(size[0], size[1], seed);
                List<ParetoSet> sets = List.of(
                        Search.MOGA.run(planning, settings, Watcher.NOBODY).set(),
                        Search.NSGA2.run(planning, settings, Watcher.NOBODY).set(),
                        Search.SEEDED.run(planning, settings, Watcher.NOBODY).set(),
                        MoeaNsga2.search(planning, size[0], size[0] * (size[1] + 1), seed));
                long cost = 0;
                long time = 0;
                for (ParetoSet set : sets) {
                    for (Candidate candidate : set.candidates()) {
                        cost = Math.max(cost, candidate.cost().millionths() * 11 / 10);
                        time = Math.max(time, candidate.makespan() * 11 / 10);
                    }
                }
                for (int k = 0; k < areas.length; k++) {
                    areas[k] += sets.get(k).hypervolume(cost, time) / PROBLEMS;
                }
            }
            print(
                    "hypervolume, %d x %d, mean over %d problems: MOGA %.4f; NSGA-II %.4f; seeded %.4f, %+.1f%% over MOGA; the MOEA Framework's NSGA-II %.4f"
                            .formatted(
                                    size[0],
                                    size[1],
                                    PROBLEMS,
                                    areas[0],
                                    areas[1],
                                    areas[2],
                                    100 * (areas[2] / areas[0] - 1),
                                    areas[3]));
        }
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void print(String line) {
        System.out.printf(Locale.ROOT, "%s%n", line);
    }
}
