package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.zhao.ZhaoTable1.Statistic;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Panels and notes of table 1: our numbers beside the paper's.
 *
 * @param runs of each cell
 */
record ZhaoTable1Panels(MeasuredRuns measured, int runs) {
    List<Panel> all() {
        List<Panel> panels = new ArrayList<>();
        for (ZhaoType type : ZhaoType.ALL) {
            for (Statistic statistic : Statistic.values()) {
                panels.add(panel(type, statistic, ""));
            }
            panels.add(panel(type, Statistic.MIN, ZhaoTable1.AT_PAPERS));
        }
        panels.add(alphas());
        return panels;
    }

    private Panel panel(ZhaoType type, Statistic statistic, String prefix) {
        List<Curve> curves = new ArrayList<>();
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            List<Point> points = new ArrayList<>();
            for (int v = 0; v < ZhaoPaper.VARIANTS.size(); v++) {
                String measure = prefix + statistic.measure(scheduler, ZhaoPaper.VARIANTS.get(v));
                points.add(new Point(v + 1, measured.estimate(type.name(), runs, measure)));
            }
            curves.add(new Curve(ZhaoPaper.shown(scheduler), points));
        }
        for (int i = 0; i < ZhaoPaper.SCHEDULERS.size(); i++) {
            List<Point> points = new ArrayList<>();
            for (int v = 0; v < ZhaoPaper.VARIANTS.size(); v++) {
                double value = ZhaoTable1.values(ZhaoPaper.SPARE, type)[v][3 * i + statistic.column()];
                points.add(new Point(v + 1, new Estimate(value, 0, 1)));
            }
            curves.add(new Curve(ZhaoPaper.shown(ZhaoPaper.SCHEDULERS.get(i)) + ", paper", points));
        }
        if (statistic == Statistic.MIN) {
            for (String scheduler : ZhaoPaper.SCHEDULERS) {
                Estimate bound = measured.estimate(type.name(), runs, prefix + ZhaoTable1.bound(scheduler));
                curves.add(new Curve(
                        ZhaoPaper.shown(scheduler) + ", bound",
                        List.of(new Point(1, bound), new Point(ZhaoPaper.VARIANTS.size(), bound))));
            }
        }
        return new Panel(
                // The first word is the scale: at the paper's alpha there is much less to spread.
                "%s%s-spare-%s".formatted(prefix.isEmpty() ? "" : "papers-alpha-", statistic.word(), type.column()),
                "%s: %s spare time%s"
                        .formatted(type.name(), statistic.word(), prefix.isEmpty() ? "" : ", at the paper's alpha"),
                "1 to 4: even time, even percent 1, cp first, even percent 2; 5, 6: cp",
                "% of the run time",
                false,
                curves);
    }

    private Panel alphas() {
        List<Curve> curves = new ArrayList<>();
        for (String scheduler : ZhaoPaper.SCHEDULERS) {
            List<Point> points = new ArrayList<>();
            for (int t = 0; t < ZhaoType.ALL.size(); t++) {
                points.add(new Point(
                        t + 1, measured.estimate(ZhaoType.ALL.get(t).name(), runs, ZhaoTable1.alpha(scheduler))));
            }
            curves.add(new Curve(ZhaoPaper.shown(scheduler), points));
        }
        for (int i = 0; i < ZhaoPaper.SCHEDULERS.size(); i++) {
            List<Point> points = new ArrayList<>();
            for (int t = 0; t < ZhaoType.ALL.size(); t++) {
                points.add(new Point(t + 1, new Estimate(ZhaoTable1.papersAlpha(ZhaoType.ALL.get(t), i), 0, 1)));
            }
            curves.add(new Curve(ZhaoPaper.shown(ZhaoPaper.SCHEDULERS.get(i)) + ", paper", points));
        }
        return new Panel(
                "alpha",
                "alpha: time left to 1500 over makespan",
                "1 Montage, 2 F&J, 3 FFT, 4 Laplace, 5 Random",
                "alpha (%)",
                false,
                curves);
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (ZhaoType type : ZhaoType.ALL) {
            notes.add(table(type));
        }
        notes.add(shares());
        notes.add(
                "At a deadline of 1500 our schedules leave more time than the paper's: five machines do the work of 60"
                        + " tasks of 10 to 100 units in about half of 1500. What the paper did otherwise it does not say; therefore the"
                        + " panels at the paper's alpha, where a deadline of makespan x (1 + alpha) makes the spare times comparable.");
        notes.add(
                "\"At most\" and the bounds in the plots: no policy can give every task a higher percentage than the time that is left"
                        + " over the run times of the critical path.");
        notes.add(
                "A run in which a scheduler misses the deadline has no spare time and is left out of that cell's mean. With one"
                        + " deadline for all runs these are the runs with the least to spread, which flatters the others.");
        return notes;
    }

    /** Weight of the transfers, ours and what the paper's least spare time of Montage with HBMCT leaves for them. */
    private String shares() {
        List<String> parts = new ArrayList<>();
        for (ZhaoType type : ZhaoType.ALL) {
            parts.add(String.format(
                    Locale.ROOT,
                    "%s %.1f%%",
                    type.name(),
                    measured.mean(type.name(), runs, ZhaoTable1.transfers("hbmct"))));
        }
        return String.format(
                Locale.ROOT,
                "Share of transfers and waiting in the critical path of HBMCT's schedules: %s. In the paper it is at least %.1f%%"
                        + " for Montage: a task on it cannot have more than 34 / 47.8 of the makespan as its run time.",
                String.join(", ", parts),
                100 - 100 * 34 / 47.8);
    }

    /** Ours, and the paper's in brackets. */
    private String table(ZhaoType type) {
        StringBuilder text = new StringBuilder(
                "%s: min / max / avg in per cent at 1500, the paper's in brackets\n\n|policy|".formatted(type.name()));
        for (int i = 0; i < ZhaoPaper.SCHEDULERS.size(); i++) {
            String scheduler = ZhaoPaper.SCHEDULERS.get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "%s, at most %.1f, alpha %.0f (%d)|",
                    ZhaoPaper.shown(scheduler),
                    measured.mean(type.name(), runs, ZhaoTable1.bound(scheduler)),
                    measured.mean(type.name(), runs, ZhaoTable1.alpha(scheduler)),
                    ZhaoTable1.papersAlpha(type, i)));
        }
        text.append("\n|---|---|---|---|---|\n");
        for (int v = 0; v < ZhaoPaper.VARIANTS.size(); v++) {
            String variant = ZhaoPaper.VARIANTS.get(v);
            text.append("|").append(variant.replace("_", "\\_")).append("|");
            for (int i = 0; i < ZhaoPaper.SCHEDULERS.size(); i++) {
                double[] papers = ZhaoTable1.values(ZhaoPaper.SPARE, type)[v];
                String scheduler = ZhaoPaper.SCHEDULERS.get(i);
                text.append(String.format(
                        Locale.ROOT,
                        "%.1f / %.1f / %.1f (%.1f / %.1f / %.1f)|",
                        measured.mean(type.name(), runs, Statistic.MIN.measure(scheduler, variant)),
                        measured.mean(type.name(), runs, Statistic.MAX.measure(scheduler, variant)),
                        measured.mean(type.name(), runs, Statistic.AVG.measure(scheduler, variant)),
                        papers[3 * i],
                        papers[3 * i + 1],
                        papers[3 * i + 2]));
            }
            text.append("\n");
        }
        return text.toString();
    }
}
