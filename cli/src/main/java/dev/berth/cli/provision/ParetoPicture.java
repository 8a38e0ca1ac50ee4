package dev.berth.cli.provision;

import dev.berth.engine.model.Money;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.report.FigureWriter;
import dev.berth.provision.besteffort.QueueEstimate;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Pareto set as a picture, and as rows of a CSV file. */
final class ParetoPicture {
    private ParetoPicture() {}

    static String svg(String workflow, ParetoSet set, @Nullable Candidate chosen, @Nullable QueueEstimate queue) {
        List<Curve> curves = new ArrayList<>();
        curves.add(new Curve(
                "Pareto set",
                set.candidates().stream().map(ParetoPicture::point).toList(),
                false));
        if (chosen != null) {
            curves.add(new Curve("chosen", List.of(point(chosen)), false));
        }
        if (queue != null) {
            curves.add(new Curve("in the queue", List.of(point(queue.cost(), queue.makespan())), false));
        }
        return FigureWriter.svg(new Figure(
                "provision",
                workflow + ": cost against makespan",
                "",
                Map.of(),
                List.of(new Panel("makespan", workflow, "cost", "makespan (h)", false, curves)),
                List.of(),
                List.of()));
    }

    private static Point point(Candidate candidate) {
        return point(candidate.cost(), candidate.makespan());
    }

    private static Point point(Money cost, long makespan) {
        return new Point(cost.decimal().doubleValue(), new Estimate(makespan / 3_600_000.0, 0, 1));
    }

    static String csv(ParetoSet set) {
        StringBuilder rows = new StringBuilder("cost,makespan,slots\n");
        for (Candidate candidate : set.candidates()) {
            rows.append(candidate.cost())
                    .append(',')
                    .append(SlotRow.seconds(candidate.makespan()).toPlainString());
            rows.append(',');
            candidate.slots().stream().forEach(slot -> rows.append(slot).append(' '));
            rows.setLength(rows.length() - (candidate.slots().isEmpty() ? 0 : 1));
            rows.append('\n');
        }
        return rows.toString();
    }
}
