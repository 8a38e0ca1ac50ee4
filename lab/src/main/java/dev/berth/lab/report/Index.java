package dev.berth.lab.report;

import dev.berth.lab.figure.Markup;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page over all experiments that were run into one folder: one file, without scripts, readable without a server. */
public final class Index {
    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Berth lab</title>
            <style>
            :root { color-scheme: light dark; --ink: #1c1c1c; --paper: #ffffff; --soft: #5a5a5a; --edge: #d0d0d0;
              --link: #0b57a4; --good: #1b6e3c; --bad: #a4262c; }
            @media (prefers-color-scheme: dark) {
              :root { --ink: #e8e8e8; --paper: #17191c; --soft: #a8adb3; --edge: #3a3f45;
                --link: #8ab8ff; --good: #7fd09b; --bad: #ff9a9a; }
            }
            * { box-sizing: border-box; }
            body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
              font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
            a { color: var(--link); }
            article { border-top: 1px solid var(--edge); padding: 1rem 0; }
            h2 { margin: 0; line-height: 1.25; }
            p { margin: .5rem 0; }
            img { display: block; width: 100%; height: auto; background: #ffffff; border: 1px solid var(--edge); }
            ul { list-style: none; margin: .5rem 0; padding: 0; }
            li { margin: .6rem 0; }
            small, .soft { color: var(--soft); }
            small { display: block; font-size: .875rem; }
            .holds { color: var(--good); }
            .fails { color: var(--bad); }
            </style>
            </head>
            <body>
            <main>
            <h1>Berth lab</h1>
            <p>SUMMARY</p>
            EXPERIMENTS</main>
            </body>
            </html>
            """;

    private record Experiment(Path folder, String title, List<ClaimsFile.Checked> claims) {
        String id() {
            return folder.getFileName().toString();
        }

        long hold() {
            return claims.stream().filter(ClaimsFile.Checked::holds).count();
        }

        long undecided() {
            return claims.stream().filter(ClaimsFile.Checked::isUndecided).count();
        }

        long fail() {
            return claims.size() - hold() - undecided();
        }
    }

    private Index() {}

    /**
     * Writes {@code index.html} over the folders of {@code out} that hold a report and claims, by name.
     *
     * @throws IOException with the name of the file that cannot be read or written
     */
    public static void write(Path out) throws IOException {
        List<Experiment> experiments = experiments(out);
        long hold = experiments.stream().mapToLong(Experiment::hold).sum();
        long fail = experiments.stream().mapToLong(Experiment::fail).sum();
        long undecided = experiments.stream().mapToLong(Experiment::undecided).sum();
        String summary =
                experiments.size() + " experiments; of the papers' claims " + count(hold, fail, undecided) + ".";
        String articles = experiments.stream().map(Index::article).collect(Collectors.joining());
        WholeFile.write(
                out.resolve("index.html"), PAGE.replace("SUMMARY", summary).replace("EXPERIMENTS", articles));
    }

    private static List<Experiment> experiments(Path out) throws IOException {
        if (!Files.exists(out)) {
            return List.of();
        }
        List<Path> folders;
        try (Stream<Path> children = Files.list(out)) {
            folders = children.filter(folder ->
                            Files.exists(folder.resolve("claims.json")) && Files.exists(folder.resolve("report.md")))
                    .sorted()
                    .toList();
        }
        List<Experiment> experiments = new ArrayList<>();
        for (Path folder : folders) {
            List<ClaimsFile.Checked> claims = ClaimsFile.read(folder.resolve("claims.json"));
            experiments.add(new Experiment(folder, title(folder), claims));
        }
        return experiments;
    }

    private static String title(Path folder) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("report.md"))) {
            return lines.filter(line -> line.startsWith("# "))
                    .findFirst()
                    .map(line -> Markup.plain(line.substring(2)))
                    .orElse(folder.getFileName().toString());
        }
    }

    private static String article(Experiment experiment) {
        String path = URLEncoder.encode(experiment.id(), StandardCharsets.UTF_8).replace("+", "%20") + "/";
        String title = Markup.escaped(experiment.title());
        String links = Stream.of("report.md", "data.csv", "timing.csv", "claims.json", "plot.png")
                .filter(file -> Files.exists(experiment.folder().resolve(file)))
                .map(file -> "<a href=\"" + path + file + "\">" + file + "</a>")
                .collect(Collectors.joining(" · "));
        return """
                <article>
                <h2>%s</h2>
                <p class="soft">%s: %s</p>
                <a href="%splot.svg"><img src="%splot.svg" alt="Plot: %s" loading="lazy"></a>
                <ul>
                %s</ul>
                <p>%s</p>
                </article>
                """.formatted(
                        title,
                        Markup.escaped(experiment.id()),
                        count(experiment.hold(), experiment.fail(), experiment.undecided()),
                        path,
                        path,
                        title,
                        experiment.claims().stream().map(Index::item).collect(Collectors.joining()),
                        links);
    }

    private static String count(long hold, long fail, long undecided) {
        return hold
                + (hold == 1 ? " holds, " : " hold, ")
                + fail
                + (fail == 1 ? " does not" : " do not")
                + (undecided == 0 ? "" : ", " + undecided + (undecided == 1 ? " is undecided" : " are undecided"));
    }

    /** The mark is a sign and words, so that it does not hang on colour. */
    private static String item(ClaimsFile.Checked claim) {
        return """
                <li><strong class="%s">%s%s:</strong> %s <span class="soft">(%s)</span><small>%s</small>%s%s</li>
                """.formatted(
                        claim.holds() ? "holds" : claim.isUndecided() ? "soft" : "fails",
                        claim.holds() ? "✓ holds" : claim.isUndecided() ? "? undecided" : "✗ DOES NOT HOLD",
                        claim.byConstruction() ? ", by construction" : "",
                        Markup.escaped(claim.claim()),
                        Markup.escaped(claim.where()),
                        Markup.escaped(claim.evidence()),
                        claim.readings() == null ? "" : readings(claim.readings()),
                        claim.changedRule() == null ? "" : changed(claim.changedRule()));
    }

    private static String changed(ClaimsFile.Changed rule) {
        return "<small>The rule was changed after a result was seen. Now: %s. Before: %s: %s</small>"
                .formatted(
                        Markup.escaped(rule.now()),
                        Markup.escaped(rule.before()),
                        Markup.escaped(rule.verdictBefore()));
    }

    private static String readings(ClaimsFile.Readings readings) {
        Map<String, List<String>> byVerdict = readings.each().entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        String each = byVerdict.entrySet().stream()
                .map(verdict -> Markup.escaped(verdict.getKey() + ": " + String.join(", ", verdict.getValue())))
                .collect(Collectors.joining("; "));
        return "<small>Holds in %d of %d readings (%s)</small>".formatted(readings.hold(), readings.of(), each);
    }
}
