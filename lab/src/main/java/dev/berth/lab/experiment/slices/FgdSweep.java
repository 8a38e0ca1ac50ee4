package dev.berth.lab.experiment.slices;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.packing.Inflation;
import dev.berth.lab.packing.PackingRule;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.GpuRequests;
import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.gpu.NodeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Tasks that inflate a cluster under each rule; run r has the same tasks for all rules. */
record FgdSweep(List<NodeType> nodes, int runs, Options options) {
    static final PlannedRuns RUNS = new PlannedRuns(
            2,
            5,
            10,
            "the paper's abstract states none; ten at scale paper and five at scale quick were fixed before the first run");

    /** Cards that are asked for, as shares of all cards of the cluster. */
    static final List<Double> LOADS =
            List.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3);

    /** Loads at which some tasks have to be turned away. */
    static final List<Double> FULL = List.of(1.0, 1.1, 1.2, 1.3);

    /** The abstract does not say which rules it means. */
    static final OpenParameter PACKING_BASED = OpenParameter.choice(
                    "packing-based",
                    "which rules the abstract calls packing-based: dot product, packing and best fit, or clustering as well",
                    "without-clustering",
                    "with-clustering")
            .thatJudges();

    static FgdSweep of(Options options) {
        int part = options.scale() == Scale.SMOKE ? 25 : options.scale() == Scale.QUICK ? 4 : 1;
        return new FgdSweep(
                NodeType.ALIBABA_2023.stream()
                        .map(type -> type.withCount(Math.ceilDiv(type.count(), part)))
                        .toList(),
                options.runs(RUNS),
                options);
    }

    List<Cell<Measures>> cells() {
        List<Cell<Measures>> cells = new ArrayList<>();
        GpuRequests requests = requests();
        for (int run = 0; run < runs; run++) {
            for (PackingRule rule : PackingRule.values()) {
                int number = run;
                cells.add(new Cell<>(MeasuredRuns.key(rule.words(), run), () -> inflate(rule, requests, number)));
            }
        }
        GpuTrace trace = options.gpuTrace();
        if (trace != null) {
            cells.addAll(new GpuReplay(trace, options.system().slackHours()).cells());
        }
        return cells;
    }

    private GpuRequests requests() {
        GpuTrace trace = options.gpuTrace();
        return trace == null ? GpuRequests.ofAlibaba2023() : trace.requests();
    }

    private Measures inflate(PackingRule rule, GpuRequests requests, int run) {
        long seed = Options.runSeed(options.seed(), run);
        SplittableRandom tasks = new SplittableRandom(seed);
        Inflation cluster = new Inflation(rule, nodes, requests, ~seed);
        Map<String, Double> measures = new HashMap<>();
        for (double load : LOADS) {
            while (cluster.arrived() < load) {
                GpuRequest task = requests.draw(tasks);
                cluster.arrive(task);
            }
            measures.put(allocated(load), cluster.allocated());
            measures.put(unallocated(load), cluster.unallocated());
        }
        return new Measures(measures);
    }

    static String allocated(double load) {
        return "allocated " + load;
    }

    static String unallocated(double load) {
        return "unallocated " + load;
    }

    Map<String, String> settings() {
        Map<String, String> settings = options.settings();
        settings.put("runs a point", Integer.toString(runs));
        settings.put(
                "nodes",
                "%d with %d cards"
                        .formatted(nodes.stream().mapToInt(NodeType::count).sum(), NodeType.cards(nodes)));
        GpuTrace trace = options.gpuTrace();
        settings.put("tasks", trace == null ? "built-in table of Alibaba's trace of 2023" : trace.toString());
        if (trace != null && !trace.oddities().isEmpty()) {
            settings.put("oddities of the trace", trace.oddityWords().replace("\n", "; "));
        }
        return settings;
    }
}
