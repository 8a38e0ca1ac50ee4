package dev.berth.lab.experiment.slices;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.workload.gpu.GpuTask;
import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.gpu.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks of a trace through the real book, in seconds: asked for when they were created, for as long as they ran, to start within some hours. On all nodes of
 * Alibaba's trace, each kind a pool that is tried in turn, and on a few nodes: what is open of that trace has at most 65 cards at once. A larger trace goes
 * to parts of as many nodes as its cards would fill.
 *
 * @param nodes how many nodes there are, case by case
 */
record GpuReplay(GpuTrace trace, double slackHours, List<Integer> nodes) {
    private static final int HOUR = 3_600;
    private static final String LOSS = "loss";
    private static final String WAIT = "wait";

    /** Numbers of nodes of 8 cards for a trace that fits on ten of them, and that of all nodes of Alibaba's cluster. */
    private static final List<Integer> FEW_NODES = List.of(2, 3, 4, 6, 8, 10, allNodes());

    /** For a larger one, as per cent of the nodes that its cards would fill at the busiest moment. */
    private static final List<Integer> PERCENTAGES = List.of(25, 50, 75, 90, 100);

    private static final NodeType NODE = new NodeType(96_000, 393_216, 8, 1);

    private static final Map<String, String> POLICIES = policies();

    private static Map<String, String> policies() {
        Map<String, String> policies = new LinkedHashMap<>();
        policies.put("first host", "earliest/first-fit/no-clearing");
        policies.put("best fit", "earliest/best-fit/no-clearing");
        policies.put("FGD", "earliest/fgd/no-clearing");
        policies.put("default", "prompt");
        return policies;
    }

    GpuReplay(GpuTrace trace, double slackHours) {
        this(trace, slackHours, nodes(trace));
    }

    private static List<Integer> nodes(GpuTrace trace) {
        long full = Math.ceilDiv(trace.mostCards(), NODE.cards());
        return full <= FEW_NODES.get(FEW_NODES.size() - 2)
                ? FEW_NODES
                : PERCENTAGES.stream()
                        .map(percent -> (int) Math.ceilDiv(full * percent, 100))
                        .distinct()
                        .toList();
    }

    List<Cell<Measures>> cells() {
        List<Cell<Measures>> cells = new ArrayList<>();
        for (int count : nodes) {
            POLICIES.forEach((name, policy) ->
                    cells.add(new Cell<>(MeasuredRuns.key(group(name, count), 0), () -> replay(policy, count))));
        }
        return cells;
    }

    private static String group(String name, int count) {
        return "replay %s %d".formatted(name, count);
    }

    private static int allNodes() {
        return NodeType.ALIBABA_2023.stream().mapToInt(NodeType::count).sum();
    }

    private List<Pool> pools(int count) {
        List<NodeType> types =
                count == allNodes() && nodes.equals(FEW_NODES) ? NodeType.ALIBABA_2023 : List.of(NODE.withCount(count));
        List<Pool> pools = new ArrayList<>();
        for (NodeType type : types) {
            pools.add(new Pool("nodes" + pools.size(), type.count(), "1").withParts(type.parts()));
        }
        return pools;
    }

    private Measures replay(String policy, int count) {
        JobFeed feed = new JobFeed(BookPolicy.asPromised(policy), pools(count));
        double asked = 0;
        double lost = 0;
        double waited = 0;
        int accepted = 0;
        for (GpuTask task : trace.tasks()) {
            double work = (double) task.request().cardThousandths() * task.hosts() * task.length();
            feed.advance(task.created());
            asked += work;
            if (feed.ask(new Command.Reserve(job(task))) instanceof Decision.Accepted taken) {
                waited += taken.reservation().placement().window().start() - task.created();
                accepted++;
            } else {
                lost += work;
            }
        }
        return new Measures(
                Map.of(LOSS, Simulation.share(lost, asked), WAIT, accepted == 0 ? 0 : waited / accepted / HOUR));
    }

    private Job job(GpuTask task) {
        long slack = (long) (slackHours * HOUR);
        return new Job(
                new JobId("task"),
                "",
                task.created(),
                task.created() + task.length() + slack,
                new Shape.Rigid(task.hosts(), new Work(task.length())),
                Requirements.slice(task.request().slice()),
                Terms.NONE);
    }

    List<Panel> panels(MeasuredRuns results) {
        return List.of(
                panel(results, "replayed-loss-rate", "replay: card time that is lost", LOSS),
                panel(results, "replayed-wait", "replay: mean wait to the start (hours)", WAIT));
    }

    private Panel panel(MeasuredRuns results, String quantity, String label, String measure) {
        List<Curve> curves = new ArrayList<>();
        for (String name : POLICIES.keySet()) {
            curves.add(new Curve(
                    name,
                    nodes.stream()
                            .map(count -> new Point(count, results.estimate(group(name, count), 1, measure)))
                            .toList()));
        }
        return new Panel(quantity, label, "nodes", label, false, curves);
    }
}
