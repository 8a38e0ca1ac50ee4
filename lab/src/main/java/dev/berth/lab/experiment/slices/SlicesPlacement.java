package dev.berth.lab.experiment.slices;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.Map;

/**
 * Work that is lost when jobs take parts of hosts, by how starts and hosts are chosen; beside whole hosts, whole cards, and one giant host
 * on which nothing is ever in pieces. Not from a paper; the claims are ours.
 */
final class SlicesPlacement implements MeasuredExperiment {
    private static final String ID = "slices-placement";
    private static final String TITLE = "Parts of hosts: which start and which host";

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
        return SlicesSweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return SlicesSweep.PARAMETERS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return SlicesSweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        SlicesSweep sweep = SlicesSweep.of(options);
        SlicesSweep.Measured measured = new SlicesSweep.Measured(sweep, new MeasuredRuns(byKey));
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on requests of Alibaba's GPU cluster and the times of castillo's jobs",
                sweep.settings(),
                List.of(
                        panel(measured, "work-loss-rate", "work loss rate", SlicesSweep.LOSS, false),
                        panel(
                                measured,
                                "whole-host-loss-rate",
                                "work of jobs for all cards of a host that is lost, of all work",
                                SlicesSweep.WHOLE_HOST_LOSS,
                                false),
                        panel(
                                measured,
                                "promised-wait",
                                "mean wait to the promised start (hours)",
                                SlicesSweep.WAIT,
                                false),
                        panel(measured, "time", "processor time of a job (ms)", SlicesSweep.TIME, true)),
                new SlicesClaims(measured).all(),
                List.of(
                        "Work is the dominant share of a host over time: of each job the part of which it takes the largest share."
                                + " Sizes are rounded up to quarters of an hour, which adds 2.2% to the load that is named.",
                        "Whole cards: nobody counts cores and memory there, so that what is accepted may not fit; two owners on a host"
                                + " can starve each other. Shares take a whole card.",
                        "One giant host has the parts of all hosts together, and its cards can be cut at will. No placement on hosts can"
                                + " do better at the same starts."));
    }

    private static Panel panel(
            SlicesSweep.Measured measured, String quantity, String label, String measure, boolean timed) {
        return new Panel(
                quantity,
                label,
                "load",
                label,
                timed,
                SlicesWay.ALL.stream().map(way -> measured.curve(way, measure)).toList());
    }
}
