package dev.berth.cli.workflow;

import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Problem;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.spare.Plan;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

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

    /** Okabe and Ito's, which colour-blind people can tell apart; the last is for all kinds beyond. */
    private static final String[] COLOURS = {
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8B5A2B", "#B58900", "#56B4E9", "#555555"
    };

    private final Problem problem;
    private final Plan plan;
    private final Map<String, String> colours = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();
    private final int row;
    private final double left;
    private final double scale;
    private final long span;

    GanttPicture(Problem problem, Plan plan) {
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
        for (Task task : problem.workflow().tasks()) {
            if (!colours.containsKey(task.kind())) {
                colours.put(task.kind(), COLOURS[Math.min(colours.size(), COLOURS.length - 1)]);
            }
        }
    }

    String svg() {
        int bottom = HEAD + row * problem.machines().size();
        int legendTop = bottom + FOOT;
        StringBuilder legend = new StringBuilder();
        int height = legendTop + legend(legend, legendTop) + MARGIN;
        put("""
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="12" fill="#222">
                <title>%s</title>
                <desc>%s</desc>
                <defs><pattern id="busy" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#eee"/><rect width="2" height="6" fill="#bbb"/></pattern></defs>
                <rect width="100%%" height="100%%" fill="#fff"/>
                <text x="%d" y="26" font-size="17" font-weight="bold">%s</text>
                """, WIDTH, height, WIDTH, height, escaped(title()), escaped(description()), MARGIN, escaped(title()));
        axis(bottom);
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            machine(machine);
        }
        for (int task : plan.slots().order()) {
            slot(task);
        }
        deadline(bottom);
        return svg.append(legend).append("</svg>\n").toString();
    }

    private String title() {
        return "%s: %d tasks on %d machines"
                .formatted(
                        problem.workflow().name(),
                        plan.size(),
                        problem.machines().size());
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

    private void axis(int bottom) {
        long step = step();
        for (long time = 0; time <= span; time += step) {
            put(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>\n",
                    x(time), HEAD, x(time), bottom);
            // The last label would else stick out of the picture.
            boolean isLast = x(time) > WIDTH - 2 * MARGIN;
            put(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
                    x(time), bottom + 18, isLast ? "end" : "middle", Elapsed.text(time));
        }
    }

    /** Of the steps that people count in, the least that leaves room for the labels. */
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
        int y = y(machine);
        if (machine % 2 == 1) {
            put(
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#000\" fill-opacity=\"0.03\"/>\n",
                    left, y, span * scale, row);
        }
        String id = problem.machines().machine(machine).id();
        put(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                left - 8, y + row / 2.0 + 4, escaped(id.length() > 24 ? id.substring(0, 23) + "…" : id));
        for (Window window : problem.machines().busy(machine)) {
            if (window.start() < span) {
                put(
                        "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"url(#busy)\"><title>busy</title></rect>\n",
                        x(window.start()), y + 2, (Math.min(span, window.end()) - window.start()) * scale, row - 4);
            }
        }
        if (plan.wholeMachines()) {
            put(
                    "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"#0072B2\" fill-opacity=\"0.12\" stroke=\"#0072B2\" stroke-opacity=\"0.5\"/>\n",
                    left, y + 2, plan.deadline() * scale, row - 4);
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
        put("<g><title>%s</title>", escaped(words(of, task)));
        put(
                "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\" fill-opacity=\"0.22\" stroke=\"%s\" stroke-width=\"0.8\"/>",
                start, y, Math.max(slot, 0.5), height, colour, colour);
        put(
                "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>",
                start, y, Math.max(run, 0.5), height, colour);
        if (row > 12 && of.id().length() * LETTER + 6 <= run) {
            put(
                    "<text x=\"%.2f\" y=\"%.1f\" font-size=\"11\" fill=\"#fff\">%s</text>",
                    start + 3, y + height / 2.0 + 4, escaped(of.id()));
        }
        put("</g>\n");
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

    private void deadline(int bottom) {
        put(
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#c00\" stroke-width=\"2\"/>\n",
                x(plan.deadline()), HEAD - 8, x(plan.deadline()), bottom);
        put(
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"end\" fill=\"#c00\">deadline %s</text>\n",
                Math.min(WIDTH - MARGIN, x(plan.deadline()) + 2), HEAD - 14, Elapsed.text(plan.deadline()));
    }

    /** Writes the legend below the picture and returns how high it is. */
    private int legend(StringBuilder out, int top) {
        double x = MARGIN;
        int line = 0;
        Map<String, String> entries = new LinkedHashMap<>();
        int named = 0;
        for (Map.Entry<String, String> kind : colours.entrySet()) {
            boolean isRest = named >= COLOURS.length - 1 && colours.size() > COLOURS.length;
            entries.put(isRest ? "other kinds" : kind.getKey().isEmpty() ? "task" : kind.getKey(), kind.getValue());
            named++;
        }
        entries.put("pale: spare time", "pale");
        if (isBusy()) {
            entries.put("busy anyway", "url(#busy)");
        }
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            double space = 20 + entry.getKey().length() * LEGEND_LETTER + 18;
            if (x > MARGIN && x + space > WIDTH - MARGIN) {
                x = MARGIN;
                line++;
            }
            boolean pale = entry.getValue().equals("pale");
            out.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"14\" height=\"12\" fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\"/>"
                            + "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                    x,
                    top + line * LEGEND_ROW,
                    pale ? COLOURS[0] : entry.getValue(),
                    pale ? "0.22" : "1",
                    pale ? COLOURS[0] : "none",
                    x + 20,
                    top + line * LEGEND_ROW + 11,
                    escaped(entry.getKey())));
            x += space;
        }
        return (line + 1) * LEGEND_ROW;
    }

    private boolean isBusy() {
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            if (!problem.machines().busy(machine).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    // The annotation that the rule wants would be a dependency more.
    @SuppressWarnings("AnnotateFormatMethod")
    private void put(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    /** Text that may stand in XML; letters that may not are left out. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(letter -> {
            switch (letter) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> {
                    if (letter >= ' ' && (letter < 0xD800 || letter > 0xDFFF) && (letter & 0xFFFE) != 0xFFFE) {
                        out.appendCodePoint(letter);
                    }
                }
            }
        });
        return out.toString();
    }
}
