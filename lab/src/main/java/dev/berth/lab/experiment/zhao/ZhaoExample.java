package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.workflow.example.PaperExample;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.Spare;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Zhao's worked example (section 3.5): ten tasks on three machines, step by step beside the paper's figures. */
final class ZhaoExample implements MeasuredExperiment {
    private static final String ID = "zhao-example";
    private static final String TITLE = "The worked example: ten tasks, deadline 200";

    private static final double[] SPARE = {0, 0, 4.6, 0, 0, 0, 1.2, 0, 2.3, 0};
    private static final double[][] FIGURE_5 = {
        {0, 36.6, 42.7, 47, 28.7, 17, 51, 59.6, 62.3, 105.6}, {17, 59.6, 57.7, 51, 42.7, 47, 68, 105.6, 84.3, 124.6}
    };
    private static final double[][] FIGURE_6 = {
        {0, 44.14, 57.78, 62.08, 36.24, 24.54, 73.62, 74.68, 77.38, 133.36},
        {24.54, 74.68, 75.72, 73.62, 57.78, 62.08, 96.96, 128.22, 104.62, 159.90}
    };
    private static final double[][] FIGURE_7 = {
        {0, 55.45, 74.11, 78.41, 47.55, 35.85, 94.97, 97.30, 101.67, 162.15},
        {35.85, 97.30, 101.67, 94.97, 74.11, 78.41, 124.53, 162.15, 136.23, 200}
    };
    /** The paper counts "two more iterations" after the first. */
    private static final int ROUNDS = 3;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    /** Nothing is random and all of it takes a moment: there are no runs. */
    @Override
    public PlannedRuns plannedRuns() {
        return new PlannedRuns(1, 1, 1, "a worked example: nothing is drawn at random");
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return List.of();
    }

    private static double units(long ticks) {
        return (double) ticks / PaperExample.UNIT;
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> results) {
        WorkflowProblem problem = PaperExample.problem();
        Schedule schedule = PaperExample.schedule();
        // A threshold that is reached at once leaves one round.
        Plan round = SparePolicies.named("r_even_time")
                .spread(problem, schedule, PaperExample.DEADLINE, PaperExample.DEADLINE + 1);
        Plan recursive = SparePolicies.named("r_even_time").spread(problem, schedule, PaperExample.DEADLINE);
        Plan critical = SparePolicies.named("cp_even_time").spread(problem, schedule, PaperExample.DEADLINE);
        long[] spare = Spare.of(problem, schedule);
        return new Figure(
                ID,
                TITLE,
                "zhao, section 3.5",
                options.settings(),
                List.of(
                        spares(spare),
                        slots("slots-after-one-round", "r_even_time after one round (figure 6)", round, FIGURE_6),
                        slots("slots-r-even-time", "r_even_time at its end (figure 8a, a picture)", recursive, null),
                        slots("slots-cp-even-time", "cp_even_time (figure 7b)", critical, FIGURE_7)),
                List.of(
                        tight(problem, schedule),
                        spareTimes(spare),
                        slotsAs(
                                "The first iteration of r_even_time gives the slots of figure 6.",
                                "figure 6",
                                round,
                                FIGURE_6),
                        rounds(problem, schedule),
                        path(problem, schedule),
                        slotsAs("cp_even_time gives the slots of figure 7(b).", "figure 7(b)", critical, FIGURE_7)),
                notes(problem));
    }

    private static Panel spares(long[] spare) {
        return new Panel(
                "spare-time",
                "spare time in the initial schedule",
                "task",
                "time",
                false,
                List.of(curve("spare time", task -> spare[task]), new Curve("spare time, paper", points(SPARE))));
    }

    private static Panel slots(
            String quantity, String title, Plan plan, double @org.jspecify.annotations.Nullable [][] papers) {
        List<Curve> curves = new ArrayList<>();
        curves.add(curve("start", plan::start));
        curves.add(curve("finish", plan::end));
        if (papers != null) {
            curves.add(new Curve("start, paper", points(papers[0])));
            curves.add(new Curve("finish, paper", points(papers[1])));
        }
        return new Panel(quantity, title, "task", "time", false, curves);
    }

    private static Curve curve(String name, IntToLongFunction ticks) {
        double[] values = new double[SPARE.length];
        Arrays.setAll(values, task -> units(ticks.applyAsLong(task)));
        return new Curve(name, points(values));
    }

    private static List<Point> points(double[] values) {
        List<Point> points = new ArrayList<>();
        for (int task = 0; task < values.length; task++) {
            points.add(new Point(task, new Estimate(values[task], 0, 1)));
        }
        return points;
    }

    /** Without any time to spread, slots start as early as they can: where figure 5(e) has them. */
    private static Claim tight(WorkflowProblem problem, Schedule schedule) {
        Plan plan = SparePolicies.named("cp_even_time").spread(problem, schedule, schedule.finish());
        return slotsAs(
                        "The initial schedule has the slots of figure 5(e), with a makespan of 124.6.",
                        "figure 5(e)",
                        plan,
                        FIGURE_5)
                .byConstructionBecause(
                        "we typed this schedule in, because the paper does not have the data of its edges");
    }

    private static Claim spareTimes(long[] spare) {
        boolean same = true;
        List<String> parts = new ArrayList<>();
        for (int task = 0; task < spare.length; task++) {
            same &= Math.round(SPARE[task] * PaperExample.UNIT) == spare[task];
            if (spare[task] > 0) {
                parts.add(String.format(Locale.ROOT, "task %d %.2f", task, units(spare[task])));
            }
        }
        return Claim.exact(
                "In the initial schedule the spare times are 4.6 for task 2, 1.2 for task 6, 2.3 for task 8 and 0 for the"
                        + " others.",
                "figure 6",
                same,
                String.join(", ", parts) + ", 0 for the others");
    }

    private static Claim slotsAs(String claim, String where, Plan plan, double[][] papers) {
        int same = 0;
        double worst = 0;
        for (int task = 0; task < plan.size(); task++) {
            double start = Math.abs(units(plan.start(task)) - papers[0][task]);
            double end = Math.abs(units(plan.end(task)) - papers[1][task]);
            same += start < 0.005 && end < 0.005 ? 1 : 0;
            worst = Math.max(worst, Math.max(start, end));
        }
        return Claim.exact(
                claim,
                where,
                same == plan.size(),
                String.format(
                        Locale.ROOT,
                        "%d of %d slots are the same to two decimals; the greatest difference is %.2f; the last slot ends at %.2f",
                        same,
                        plan.size(),
                        worst,
                        units(plan.finish())));
    }

    private static Claim rounds(WorkflowProblem problem, Schedule schedule) {
        List<String> left = new ArrayList<>();
        long threshold = PaperExample.DEADLINE + 1;
        long rest = Long.MAX_VALUE;
        while (rest >= PaperExample.DEADLINE / 20 && left.size() < 20) {
            Plan plan = SparePolicies.named("r_even_time").spread(problem, schedule, PaperExample.DEADLINE, threshold);
            rest = PaperExample.DEADLINE - plan.finish();
            left.add(String.format(Locale.ROOT, "%.2f", units(rest)));
            // Not below what is left now: one more round.
            threshold = rest;
        }
        return Claim.exact(
                "After two more iterations r_even_time is done: less than 5% of the deadline, 10, is left.",
                "section 3.5", left.size() == ROUNDS, "left after each iteration: " + String.join(", ", left));
    }

    private static Claim path(WorkflowProblem problem, Schedule schedule) {
        int[] path = Spare.criticalPath(problem, schedule);
        return Claim.exact(
                "The critical path of the initial schedule is 0, 1, 7, 9.",
                "figure 7(a)",
                Arrays.equals(path, new int[] {0, 1, 7, 9}),
                "it is " + Arrays.toString(path));
    }

    private static List<String> notes(WorkflowProblem problem) {
        return List.of(
                "Figure 5(a), which has the edges and their data, is not in the text of the paper. Edges are those of the paths"
                        + " of figure 7(a); the slots of figure 5(e) fix the data of every edge that binds, and the others get"
                        + " little. The schedule is that of figure 5(e), not one of ours.",
                String.format(
                        Locale.ROOT,
                        "On these data our own HBMCT has a makespan of %.1f and HEFT one of %.1f; the paper's HBMCT, which knew all"
                                + " the data, 124.6.",
                        units(Schedulers.named("hbmct").schedule(problem).makespan()),
                        units(Schedulers.named("heft").schedule(problem).makespan())),
                "Figure 7(a) has (6, 12.56) on the path 0, 4, 7, 9, which task 6 is not on; it can only be a slip for task 4"
                        + " or 7.");
    }
}
