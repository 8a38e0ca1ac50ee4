package dev.berth.lab.experiment.slices;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.packing.PackingRule;
import dev.berth.lab.workload.gpu.GpuTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * The comparison of fragmentation gradient descent with other rules (Weng et al., USENIX ATC 2023): tasks drawn from the trace inflate the cluster, and
 * what is allocated of its cards is shown over what was asked for. With a trace it is replayed through the real book, too.
 */
final class FgdAllocation implements MeasuredExperiment {
    private static final String ID = "fgd-allocation";
    private static final String TITLE = "Cards that are allocated as a cluster fills, by rule";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public boolean takesGpuTrace() {
        return true;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return FgdSweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(FgdSweep.PACKING_BASED);
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return FgdSweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        FgdSweep sweep = FgdSweep.of(options);
        MeasuredRuns results = new MeasuredRuns(byKey);
        List<Panel> panels = new ArrayList<>(List.of(
                panel(sweep, results, "allocated", "cards that are allocated, of all", FgdSweep::allocated),
                panel(sweep, results, "unallocated", "cards that are not allocated", FgdSweep::unallocated)));
        GpuTrace trace = options.gpuTrace();
        if (trace != null) {
            panels.addAll(new GpuReplay(trace, options.system().slackHours()).panels(results));
        }
        return new Figure(
                ID,
                TITLE,
                "Weng et al., Beware of Fragmentation, USENIX ATC 2023",
                sweep.settings(),
                panels,
                new FgdClaims(sweep, results).all(),
                List.of(
                        "Tasks stay once they are placed; a task that no node has room for is turned away, and the next one comes.",
                        "The requests are those of the open trace, of which the paper's own is a variant; models of cards are left out,"
                                + " and memory counts as cores do."));
    }

    private static Panel panel(
            FgdSweep sweep, MeasuredRuns results, String quantity, String label, DoubleFunction<String> measure) {
        List<Curve> curves = Arrays.stream(PackingRule.values())
                .map(rule -> new Curve(
                        rule.words(),
                        FgdSweep.LOADS.stream()
                                .map(load -> new Point(
                                        load, results.estimate(rule.words(), sweep.runs(), measure.apply(load))))
                                .toList()))
                .toList();
        return new Panel(quantity, label, "cards that were asked for, of all", label, false, curves);
    }
}
