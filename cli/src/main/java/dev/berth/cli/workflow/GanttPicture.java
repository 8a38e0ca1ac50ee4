package dev.berth.cli.workflow;

import dev.berth.cli.text.Count;
import dev.berth.engine.model.Window;
import dev.berth.lab.plot.SvgDocument;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.spare.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;

/**
 * A plan as a picture: a row for each machine, a bar for each slot. The solid part of a bar is the run time, the pale part
 * behind it the spare time that is booked with it; hatched is what the machine is busy with anyway, the red line is the
 * deadline.
 */
final class GanttPicture {
    private static final int WIDTH = 1200;
    private static final int MARGIN = 16;
    private static final int HEAD = 64;
    private static final int FOOT = 34;
    private static final int LEGEND_ROW = 22;
    private static final double LETTER = 6.6;
    private static final double LEGEND_LETTER = 7.2;

    private static final double PALE = 0.22;
    private static final String SPARE = "pale: spare time";
    private static final String BUSY = "url(#busy)";

    /** Okabe and Ito's, which colour-blind people can tell apart; the last is for all kinds beyond. */
    private static final String[] COLOURS = {
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8B5A2B", "#B58900", "#56B4E9", "#555555"
    };

    /** A colour and what it means, with its place in the legend. */
    private record Entry(String words, String fill, boolean pale, double x, int line) {}

    private final WorkflowProblem problem;
    private final Plan plan;
    private final Map<String, String> colours = new LinkedHashMap<>();
    private final int row;
    private final double left;
    private final double scale;
    private final long span;
    private final int bottom;
    private final List<Entry> entries;
    private final SvgDocument svg;

    GanttPicture(WorkflowProblem problem, Plan plan) {
        this.problem = problem;
        this.plan = plan;
        int machines = problem.machines().size();
        this.row = machines <= 20 ? 34 : machines <= 60 ? 22 : 12;
        int longest = problem.machines().all().stream()
                .mapToInt(machine -> Math.min(24, machine.id().length()))
                .max()
                .orElse(1);
        this.left = MARGIN + longest * LEGEND_LETTER + 10;
        this.span = Math.max(1, Math.max(plan.deadline(), plan.finish()));
        this.scale = (WIDTH - MARGIN - left) / span;
        this.bottom = HEAD + row * machines;
        for (Task task : problem.workflow().tasks()) {
            if (!colours.containsKey(task.kind())) {
                colours.put(task.kind(), COLOURS[Math.min(colours.size(), COLOURS.length - 1)]);
            }
        }
        this.entries = entries();
        int height = bottom + FOOT + (entries.getLast().line() + 1) * LEGEND_ROW + MARGIN;
        this.svg = new SvgDocument(WIDTH, height, title(), description());
    }

    String svg() {
        Element root = svg.root();
        SvgDocument.set(root, "font-family", "sans-serif", "font-size", 12, "fill", "#222");
        defineBusy();
        svg.add(root, "rect", "width", "100%", "height", "100%", "fill", "#fff");
        svg.addText(root, "text", title(), "x", MARGIN, "y", 26, "font-size", 17, "font-weight", "bold");
        axis();
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            machine(machine);
        }
        for (int task : plan.slots().order()) {
            slot(task);
        }
        deadline();
        entries.forEach(this::draw);
        return svg.text();
    }

    private void defineBusy() {
        Element pattern = svg.add(
                svg.add(svg.root(), "defs"),
                "pattern",
                "id",
                "busy",
                "width",
                6,
                "height",
                6,
                "patternUnits",
                "userSpaceOnUse",
                "patternTransform",
                "rotate(45)");
        svg.add(pattern, "rect", "width", 6, "height", 6, "fill", "#eee");
        svg.add(pattern, "rect", "width", 2, "height", 6, "fill", "#bbb");
    }

    private Element rect(Element parent, double x, int y, double width, int height, String fill) {
        return svg.add(parent, "rect", "x", x, "y", y, "width", width, "height", height, "fill", fill);
    }

    private Element line(double x, int from, String stroke) {
        return svg.add(svg.root(), "line", "x1", x, "y1", from, "x2", x, "y2", bottom, "stroke", stroke);
    }

    private Element words(Element parent, String words, double x, double y, String anchor) {
        return svg.addText(parent, "text", words, "x", x, "y", y, "text-anchor", anchor);
    }

    private String title() {
        return "%s: %s on %s"
                .formatted(
                        problem.workflow().name(),
                        Count.of(plan.size(), "task"),
                        Count.of(problem.machines().size(), "machine"));
    }

    private String description() {
        return "A bar for each task in the row of its machine: run time solid, spare time pale; the deadline is at %s."
                .formatted(Elapsed.text(plan.deadline()));
    }

    private double x(long time) {
        return left + time * scale;
    }

    private int y(int machine) {
        return HEAD + machine * row;
    }

    private void axis() {
        long step = step();
        for (long time = 0; time <= span; time += step) {
            line(x(time), HEAD, "#ddd");
            // The last label would else stick out of the picture.
            boolean isLast = x(time) > WIDTH - 2 * MARGIN;
            words(svg.root(), Elapsed.text(time), x(time), bottom + 18, isLast ? "end" : "middle");
        }
    }

    /** Smallest step in customary units of time that leaves room for the labels. */
    private long step() {
        long most = span / 9 + 1;
        long[] steps = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400
        };
        for (long seconds : steps) {
            if (seconds * 1_000 >= most) {
                return seconds * 1_000;
            }
        }
        long day = 86_400_000;
        return (most + day - 1) / day * day;
    }

    private void machine(int machine) {
        Element root = svg.root();
        int y = y(machine);
        if (machine % 2 == 1) {
            SvgDocument.set(rect(root, left, y, span * scale, row, "#000"), "fill-opacity", 0.03);
        }
        String id = problem.machines().machine(machine).id();
        words(root, id.length() > 24 ? id.substring(0, 23) + "…" : id, left - 8, y + row / 2.0 + 4, "end");
        for (Window window : problem.machines().busy(machine)) {
            if (window.start() < span) {
                double width = (Math.min(span, window.end()) - window.start()) * scale;
                svg.addText(rect(root, x(window.start()), y + 2, width, row - 4, BUSY), "title", "busy");
            }
        }
        if (plan.wholeMachines()) {
            SvgDocument.set(
                    rect(root, left, y + 2, plan.deadline() * scale, row - 4, COLOURS[0]),
                    "fill-opacity",
                    0.12,
                    "stroke",
                    COLOURS[0],
                    "stroke-opacity",
                    0.5);
        }
    }

    private void slot(int task) {
        Task of = problem.workflow().task(task);
        String colour = colours.getOrDefault(of.kind(), COLOURS[0]);
        int y = y(plan.machine(task)) + 3;
        int height = row - 6;
        double start = x(plan.start(task));
        double run = plan.time(task) * scale;
        double slot = (plan.end(task) - plan.start(task)) * scale;
        Element group = svg.add(svg.root(), "g");
        svg.addText(group, "title", words(of, task));
        SvgDocument.set(
                rect(group, start, y, Math.max(slot, 0.5), height, colour),
                "fill-opacity",
                PALE,
                "stroke",
                colour,
                "stroke-width",
                0.8);
        rect(group, start, y, Math.max(run, 0.5), height, colour);
        if (row > 12 && of.id().length() * LETTER + 6 <= run) {
            SvgDocument.set(
                    words(group, of.id(), start + 3, y + height / 2.0 + 4, "start"), "font-size", 11, "fill", "#fff");
        }
    }

    private String words(Task of, int task) {
        return "%s%s on %s: %s to %s, run time %s, spare time %s"
                .formatted(
                        of.id(),
                        of.kind().isEmpty() ? "" : " (" + of.kind() + ")",
                        problem.machines().machine(plan.machine(task)).id(),
                        Elapsed.text(plan.start(task)),
                        Elapsed.text(plan.end(task)),
                        Elapsed.text(plan.time(task)),
                        Elapsed.text(plan.spare(task)));
    }

    private void deadline() {
        double at = x(plan.deadline());
        SvgDocument.set(line(at, HEAD - 8, "#c00"), "stroke-width", 2);
        Element words = words(
                svg.root(),
                "deadline " + Elapsed.text(plan.deadline()),
                Math.min(WIDTH - MARGIN, at + 2),
                HEAD - 14,
                "end");
        SvgDocument.set(words, "fill", "#c00");
    }

    /** The legend, in as many lines as the width asks for. */
    private List<Entry> entries() {
        Map<String, String> fills = new LinkedHashMap<>();
        int named = 0;
        for (Map.Entry<String, String> kind : colours.entrySet()) {
            boolean isRest = named >= COLOURS.length - 1 && colours.size() > COLOURS.length;
            fills.put(isRest ? "other kinds" : kind.getKey().isEmpty() ? "task" : kind.getKey(), kind.getValue());
            named++;
        }
        fills.put(SPARE, COLOURS[0]);
        if (isBusy()) {
            fills.put("busy anyway", BUSY);
        }
        List<Entry> placed = new ArrayList<>();
        double x = MARGIN;
        int line = 0;
        for (Map.Entry<String, String> fill : fills.entrySet()) {
            double space = 20 + fill.getKey().length() * LEGEND_LETTER + 18;
            if (x > MARGIN && x + space > WIDTH - MARGIN) {
                x = MARGIN;
                line++;
            }
            placed.add(new Entry(fill.getKey(), fill.getValue(), fill.getKey().equals(SPARE), x, line));
            x += space;
        }
        return placed;
    }

    private void draw(Entry entry) {
        int top = bottom + FOOT + entry.line() * LEGEND_ROW;
        Element sample = rect(svg.root(), entry.x(), top, 14, 12, entry.fill());
        if (entry.pale()) {
            SvgDocument.set(sample, "fill-opacity", PALE, "stroke", entry.fill());
        }
        words(svg.root(), entry.words(), entry.x() + 20, top + 11, "start");
    }

    private boolean isBusy() {
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            if (!problem.machines().busy(machine).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
