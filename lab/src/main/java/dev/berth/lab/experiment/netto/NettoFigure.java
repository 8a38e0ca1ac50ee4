package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A figure of netto's evaluation.
 *
 * @param cases what a way to admit jobs is run with
 * @param papers the ways that the paper shows; Berth's come beside them
 */
record NettoFigure(
        String id,
        String title,
        List<Way> papers,
        Function<Way, List<NettoCase>> cases,
        Drawing drawing,
        Function<NettoResults, List<Claim>> claims)
        implements Experiment {
    /** The paper's utilisations with FIFO and their confidence intervals (4.2), in per cent, by load. */
    private static final Map<Double, String> PAPERS_FIFO =
            Map.of(1.0, "46.8 ± 3.3", 1.25, "50.9 ± 3.5", 1.5, "54.7 ± 3.7");

    /** How results become panels. */
    @FunctionalInterface
    interface Drawing {
        List<Panel> panels(NettoResults results, List<Way> papers, List<Way> berths);
    }

    @Override
    public boolean takesTrace() {
        return true;
    }

    @Override
    public List<Cell> cells(Options options) {
        return NettoSweep.of(options).cells(allCases(options));
    }

    private List<NettoCase> allCases(Options options) {
        List<Way> ways = new ArrayList<>(papers);
        ways.addAll(Way.berths(options));
        return ways.stream().flatMap(way -> cases.apply(way).stream()).toList();
    }

    @Override
    public Figure figure(Options options, Map<String, RunResult> byKey) {
        NettoSweep sweep = NettoSweep.of(options);
        NettoResults results = new NettoResults(sweep.runs(), byKey);
        return new Figure(
                id,
                title,
                "netto, section 4",
                sweep.settings(options),
                drawing.panels(results, papers, Way.berths(options)),
                claims.apply(results),
                notes(options, results));
    }

    private List<String> notes(Options options, NettoResults results) {
        List<String> notes = new ArrayList<>();
        String ours = options.trace() == null
                ? "our synthetic workload, which is like the paper's log in processors and load only"
                : "intervals of " + options.trace().name();
        Way way = papers.contains(Way.FIFO) ? Way.FIFO : Way.EDF;
        notes.add("Utilisation with %s and fixed intervals, for %s; the paper's, with FIFO, in brackets: %s."
                .formatted(way.name(), ours, beside(results, way, 0)));
        if (way.equals(Way.FIFO)) {
            notes.add("The same with flexible intervals of 100%%: %s. The paper does not say which it means."
                    .formatted(beside(results, way, 100)));
        }
        notes.add(
                "With fixed intervals, offers included, nothing can move: all orders, and Berth's way, are the same then.");
        notes.add(
                "Utilisation is from the first submission to the last; intervals are 95% confidence intervals over the"
                        + " runs, those of a gain over its differences run by run.");
        return notes;
    }

    private String beside(NettoResults results, Way way, int flexibility) {
        StringBuilder text = new StringBuilder();
        for (NettoCase one : cases.apply(way)) {
            double load = one.setting().load();
            if (one.equals(NettoCase.of(way, load, flexibility))) {
                Estimate utilisation = results.utilisation(one);
                text.append(String.format(
                        Locale.ROOT,
                        "%sload %s %.1f ± %.1f%% (%s%%), %.1f%% of the work accepted",
                        text.isEmpty() ? "" : "; ",
                        number(load),
                        utilisation.mean(),
                        utilisation.halfWidth(),
                        PAPERS_FIFO.get(load),
                        results.acceptedWork(one).mean()));
            }
        }
        return text.toString();
    }

    /** A load as the paper writes it. */
    static String number(double load) {
        return load == Math.rint(load) ? Long.toString(Math.round(load)) : Double.toString(load);
    }
}
