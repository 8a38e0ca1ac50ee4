package dev.berth.lab.report;

import dev.berth.lab.figure.Choice;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Markup;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.SignificantDigits;
import dev.berth.lab.figure.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A figure in words and tables, in Markdown. */
final class Report {
    private static final String MISSING = "–";

    private final Figure figure;
    private final StringBuilder text = new StringBuilder();

    private Report(Figure figure) {
        this.figure = figure;
    }

    static String of(Figure figure, Optional<Provenance> provenance) {
        Report report = new Report(figure);
        report.head();
        report.claims();
        report.choices();
        report.settings();
        figure.panels().forEach(report::panel);
        report.notes();
        provenance.ifPresent(report::again);
        return report.text.toString();
    }

    private void head() {
        line("# " + Markup.markdown(figure.title()));
        line("");
        line("Paper: " + Markup.markdown(figure.paper()) + ". Experiment: `" + figure.id() + "`.");
        line("");
        line("![" + Markup.markdown(figure.title()) + "](plot.svg)");
    }

    private void claims() {
        section("## Claims");
        if (figure.claims().isEmpty()) {
            line("None is checked here.");
            return;
        }
        Map<Verdict, Long> count =
                figure.claims().stream().collect(Collectors.groupingBy(Claim::verdict, Collectors.counting()));
        line("Of " + figure.claims().size() + ": "
                + Stream.of(Verdict.values())
                        .filter(count::containsKey)
                        .map(verdict -> verdict.id() + " " + count.get(verdict))
                        .collect(Collectors.joining(", "))
                + ".");
        line("");
        if (figure.isTooSmall()) {
            line("A smoke run decides nothing that was drawn at random. For a verdict run it with `--scale quick`.");
            line("");
        }
        int number = 1;
        for (Claim claim : figure.claims()) {
            line(number++ + ". **" + claim.verdictInWords() + "**: " + Markup.markdown(claim.claim()) + " ("
                    + Markup.markdown(claim.where()) + ")  ");
            line("   Evidence: " + Markup.markdown(claim.evidence()) + (claim.changed() == null ? "" : "  "));
            if (claim.changed() != null) {
                line("   The rule was changed after a result was seen. Now: "
                        + Markup.markdown(claim.changed().now()) + ": **"
                        + claim.verdict().words() + "**. Before: "
                        + Markup.markdown(claim.changed().before()) + ": **"
                        + claim.changed().verdict().words() + "**.");
            }
        }
    }

    /** Writes the choices that the paper leaves open, and the verdict on each claim under other readings. */
    private void choices() {
        if (figure.choices().isEmpty()) {
            return;
        }
        section("## What the paper leaves open");
        row(List.of("choice", "meaning", "here", "also possible"));
        line("|---|---|---|---|");
        for (Choice choice : figure.choices()) {
            row(List.of(
                    "`" + choice.name() + "`",
                    Markup.markdown(choice.about()),
                    Markup.markdown(choice.value()),
                    Markup.markdown(String.join(", ", choice.others()))));
        }
        List<Claim> claims = figure.claims();
        Set<String> readings = claims.stream()
                .flatMap(claim -> claim.readings().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (readings.size() < 2) {
            line("");
            line("To see what the claims come to otherwise, run it with `--readings all`.");
            return;
        }
        section("## Readings");
        line("The claims by their numbers above, under each reading that was run.");
        line("");
        line("| reading |" + numbers(claims.size()));
        line("|---|" + "---|".repeat(claims.size()));
        for (String reading : readings) {
            row(Stream.concat(
                            Stream.of(Markup.markdown(reading)),
                            claims.stream()
                                    .map(claim -> Optional.ofNullable(
                                                    claim.readings().get(reading))
                                            .map(Verdict::id)
                                            .orElse(MISSING)))
                    .toList());
        }
    }

    private static String numbers(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> " " + number + " |")
                .collect(Collectors.joining());
    }

    private void settings() {
        if (figure.settings().isEmpty()) {
            return;
        }
        section("## Settings");
        row(List.of("setting", "value"));
        line("|---|---|");
        figure.settings().forEach((name, value) -> row(List.of(Markup.markdown(name), Markup.markdown(value))));
    }

    private void panel(Panel panel) {
        section("## " + Markup.markdown(panel.title()));
        line(Markup.markdown(panel.yLabel()) + " over " + Markup.markdown(panel.xLabel())
                + "; mean ± half width of the 95% confidence interval. All digits: "
                + (panel.timed() ? "timing.csv; measured times differ from run to run." : "data.csv.")
                + " Quantity: `" + panel.quantity() + "`.");
        line("");
        List<String> names =
                panel.curves().stream().map(Curve::name).map(Markup::markdown).toList();
        line("| " + Markup.markdown(panel.xLabel()) + " | " + String.join(" | ", names) + " |");
        line("|---:|" + "---:|".repeat(names.size()));
        TreeSet<Double> places = new TreeSet<>();
        panel.curves().forEach(curve -> curve.points().forEach(point -> places.add(point.x())));
        for (double x : places) {
            String cells = panel.curves().stream().map(curve -> cell(curve, x)).collect(Collectors.joining(" | "));
            line("| " + SignificantDigits.text(x, 6) + " | " + cells + " |");
        }
    }

    private static String cell(Curve curve, double x) {
        return curve.points().stream()
                .filter(point -> Double.compare(point.x(), x) == 0)
                .map(Point::y)
                .map(Report::estimate)
                .findFirst()
                .orElse(MISSING);
    }

    /** A single run has no interval: its half width of 0 would claim certainty. */
    private static String estimate(Estimate estimate) {
        if (!Double.isFinite(estimate.mean())) {
            return MISSING;
        }
        String mean = SignificantDigits.text(estimate.mean(), 4);
        return estimate.runs() > 1 ? mean + " ± " + SignificantDigits.text(estimate.halfWidth(), 2) : mean;
    }

    private void notes() {
        if (figure.notes().isEmpty()) {
            return;
        }
        section("## Notes");
        for (String note : figure.notes()) {
            line("- " + note.strip().replace("\n", "\n  "));
        }
    }

    private void again(Provenance provenance) {
        section("## Run it again");
        line("```sh");
        line(provenance.command());
        line("```");
        line("");
        line("Made by " + provenance.program() + ".");
        if (provenance.inputs().isEmpty()) {
            return;
        }
        line("");
        row(List.of("file", "SHA-256"));
        line("|---|---|");
        provenance.inputs().forEach(input -> row(List.of(Markup.markdown(input.name()), "`" + input.sha256() + "`")));
    }

    private void section(String heading) {
        line("");
        line(heading);
        line("");
    }

    private void row(List<String> cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
