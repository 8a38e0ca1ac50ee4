package dev.berth.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.lab.experiment.Measures;
import dev.berth.lab.figure.ChangedRule;
import dev.berth.lab.figure.Choice;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.SampleFigure;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.plot.PlotStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureWriterTest {
    @TempDir
    Path out;

    @Test
    void write_data_hasEveryUntimedPoint() throws IOException {
        FigureWriter.write(out, SampleFigure.small());
        assertThat(read("data.csv")).isEqualTo("""
                quantity,curve,x,mean,half_width,runs
                work-lost,"FF-HU, ""plain""\",0.5,0.333333,0.0123457,30
                work-lost,"FF-HU, ""plain""\",10000000,12345678,0,1
                """);
    }

    @Test
    void write_timedPanel_goesIntoTimingAlone() throws IOException {
        FigureWriter.write(out, SampleFigure.small());
        assertThat(read("timing.csv")).isEqualTo("""
                quantity,curve,x,mean,half_width,runs
                decide,level,1,0.0000002,0.00000001,5
                """);
    }

    @Test
    void write_claims_areJson() throws IOException {
        FigureWriter.write(out, SampleFigure.small());
        assertThat(read("claims.json")).isEqualTo("""
                [
                  {
                    "claim" : "HA+ loses \\"less\\" than HU",
                    "where" : "section VII",
                    "verdict" : "holds",
                    "holds" : true,
                    "evidence" : "9.2 < 25.5",
                    "byConstruction" : false
                  },
                  {
                    "claim" : "HU is best",
                    "where" : "figure 4",
                    "verdict" : "fails",
                    "holds" : false,
                    "evidence" : "25.5 is the most",
                    "byConstruction" : false
                  }
                ]
                """);
    }

    @Test
    void write_report_hasClaimsSettingsDataAndCommand() throws IOException {
        FigureWriter.write(out, SampleFigure.small());
        assertThat(read("report.md"))
                .startsWith("# Work lost \\<load> \\| a\\*b\n")
                .contains("Paper: castillo, figure 4. Experiment: `castillo-fig4`.")
                .contains("](plot.svg)")
                .contains("Of 2: holds 1, fails 1.")
                .contains("1. **holds**: HA+ loses \"less\" than HU (section VII)  \n   Evidence: 9.2 \\< 25.5\n")
                .contains("2. **DOES NOT HOLD**: HU is best (figure 4)  \n   Evidence: 25.5 is the most\n")
                .contains("| setting | value |\n|---|---|\n| scale | quick |\n| seed | 7 |\n")
                .contains(
                        "| load | FF-HU, \"plain\" |\n|---:|---:|\n| 0.5 | 0.3333 ± 0.012 |\n| 10000000 | 12345678 |\n")
                .contains("timing.csv; measured times differ from run to run.")
                .contains("- A note with *emphasis*.")
                .doesNotContain("Run it again");
    }

    @Test
    void write_ofARun_saysHowItWasMade() throws IOException {
        Path trace = Files.writeString(out.resolve("my trace.swf"), "abc");
        FigureWriter.write(
                out,
                SampleFigure.small(),
                PlotStyle.SCREEN,
                Map.of(),
                new Provenance(
                        List.of("castillo-fig4", "--scale", "quick", "--trace", "my trace.swf", "--loads", "0.3,0.9"),
                        "berth 1.2.0+1a2b3c4d5e",
                        List.of(Provenance.Input.of(trace))));
        // The digest of "abc" is the example of FIPS 180-2.
        assertThat(read("report.md")).endsWith("""
                ## Run it again

                ```sh
                berth lab run castillo-fig4 --scale quick --trace 'my trace.swf' --loads 0.3,0.9
                ```

                Made by berth 1.2.0+1a2b3c4d5e.

                | file | SHA-256 |
                |---|---|
                | my trace.swf | `ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad` |
                """);
    }

    private record Measured(double loss, List<Integer> counts, Measures more) {}

    @Test
    void write_runs_oneMeasureInALine() throws IOException {
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("level 0.5 2", new Measured(0.25, List.of(3, 4), new Measures(Map.of("HEFT makespan", 1e-7))));
        results.put("[order <last>, \"x\"] level 0.5 10", new Measured(1, List.of(), new Measures(Map.of())));
        results.put("7", new Measures(Map.of("b", 2.0, "a", 1.0)));
        FigureWriter.write(
                out,
                SampleFigure.small(),
                PlotStyle.SCREEN,
                results,
                new Provenance(List.of(), "berth 1.2.0", List.of()));
        assertThat(read("runs.csv")).isEqualTo("""
                reading,case,run,measure,value
                ,level 0.5,2,counts[0],3
                ,level 0.5,2,counts[1],4
                ,level 0.5,2,loss,0.25
                ,level 0.5,2,more.HEFT makespan,1.0E-7
                "order <last>, ""x""\",level 0.5,10,loss,1.0
                ,,7,a,1.0
                ,,7,b,2.0
                """);
    }

    @Test
    void smokeRun_decidesOnlyWhatIsExact_andSaysWhatToRun() throws IOException {
        FigureWriter.write(
                out,
                claiming(
                        "smoke",
                        new Claim("HU is best", "figure 4", Verdict.HOLDS, "by luck"),
                        Claim.exact("2 and 2 is 4", "example", true, "4")));
        Index.write(out);
        assertThat(read("report.md"))
                .contains("A smoke run decides nothing that was drawn at random. For a verdict run it with"
                        + " `--scale quick`.")
                .contains("1. **undecided**: HU is best", "2. **holds**: 2 and 2 is 4")
                .doesNotContain("DOES NOT HOLD");
        assertThat(read("claims.json"))
                .contains("\"verdict\" : \"undecided\",\n    \"holds\" : false", "\"verdict\" : \"holds\"");
        assertThat(Files.readString(out.resolve("index.html")))
                .contains("castillo-fig4: 1 holds, 0 do not, 1 is undecided")
                .contains("? undecided:</strong> HU is best");
    }

    @Test
    void readings_areInTheReportTheFileAndTheIndex() throws IOException {
        Map<String, Verdict> readings = new LinkedHashMap<>();
        readings.put("as set", Verdict.HOLDS);
        readings.put("order <last>", Verdict.FAILS);
        readings.put("order none", Verdict.UNDECIDED);
        Claim claim = new Claim("HU is best", "figure 4", Verdict.HOLDS, "see above")
                .holdingByConstruction()
                .under(readings);
        FigureWriter.write(
                out,
                claiming("quick", claim)
                        .with(
                                List.of(claim),
                                List.of(new Choice("order", "which is first", "first", List.of("<last>", "none"))),
                                Map.of("number of runs", "as the paper")));
        Index.write(out);
        assertThat(read("report.md"))
                .contains("1. **holds, by construction; holds in 1 of 3 readings**: HU is best")
                .contains("| `order` | which is first | first | \\<last>, none |")
                .contains("""
                        | reading | 1 |
                        |---|---|
                        | as set | holds |
                        | order \\<last> | fails |
                        | order none | undecided |
                        """);
        assertThat(read("claims.json")).contains("""
                    "byConstruction" : true,
                    "readings" : {
                      "hold" : 1,
                      "of" : 3,
                      "each" : {
                        "as set" : "holds",
                        "order <last>" : "fails",
                        "order none" : "undecided"
                      }
                    }
                """);
        assertThat(Files.readString(out.resolve("index.html")))
                .contains("✓ holds, by construction:</strong> HU is best")
                .contains("Holds in 1 of 3 readings (holds: as set; fails: order &lt;last&gt;; undecided: order none)");
    }

    @Test
    void changedRule_isShownWithBothVerdicts() throws IOException {
        Claim claim = new Claim("It grows by 3%", "section 7", Verdict.HOLDS, "9.2%")
                .changedFrom(new ChangedRule("within 10 points", "at most <three> times", Verdict.FAILS));
        FigureWriter.write(out, claiming("quick", claim));
        Index.write(out);
        assertThat(read("report.md"))
                .contains(
                        "The rule was changed after a result was seen. Now: within 10 points: **holds**. Before: at most"
                                + " \\<three> times: **DOES NOT HOLD**.");
        assertThat(read("claims.json")).contains("""
                    "byConstruction" : false,
                    "changedRule" : {
                      "now" : "within 10 points",
                      "before" : "at most <three> times",
                      "verdictBefore" : "fails"
                    }
                """);
        assertThat(Files.readString(out.resolve("index.html")))
                .contains("Now: within 10 points. Before: at most &lt;three&gt; times: fails");

        FigureWriter.write(out, claiming("smoke", claim));
        assertThat(read("claims.json")).contains("\"verdictBefore\" : \"undecided\"");
    }

    @Test
    void byConstruction_saysWhy() throws IOException {
        Claim claim = new Claim("They lose alike", "figure 4", Verdict.HOLDS, "0.00 and 0.00%")
                .byConstructionBecause("neither loses anything");
        FigureWriter.write(out, claiming("quick", claim));
        assertThat(read("report.md"))
                .contains("1. **holds, by construction**: They lose alike")
                .contains("Evidence: 0.00 and 0.00%; by construction: neither loses anything");
        assertThat(read("claims.json")).contains("\"byConstruction\" : true");
    }

    private static Figure claiming(String scale, Claim... claims) {
        Figure small = SampleFigure.small();
        Map<String, String> settings = new LinkedHashMap<>(Map.of("scale", scale));
        settings.put("set", "a=b");
        return new Figure(
                small.id(), small.title(), small.paper(), settings, small.panels(), List.of(claims), small.notes());
    }

    @Test
    void write_twiceInAnyLocale_givesTheSameBytes() throws IOException {
        FigureWriter.write(out.resolve("one"), SampleFigure.large());
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            FigureWriter.write(out.resolve("two"), SampleFigure.large());
        } finally {
            Locale.setDefault(before);
        }
        for (String file : List.of("data.csv", "claims.json", "report.md", "plot.svg")) {
            assertThat(out.resolve("two/castillo-fig5").resolve(file))
                    .hasSameBinaryContentAs(out.resolve("one/castillo-fig5").resolve(file));
        }
    }

    @Test
    void write_leavesNothingElse() throws IOException {
        Path folder = Files.createDirectories(out.resolve("castillo-fig5"));
        Files.writeString(folder.resolve("timing.csv"), "of an earlier run");
        Path panels = Files.createDirectories(folder.resolve("panels"));
        Files.writeString(panels.resolve("fairness.svg"), "of an earlier run");
        FigureWriter.write(out, SampleFigure.large());
        assertThat(names(folder))
                .containsExactlyInAnyOrder(
                        "data.csv", "plot.svg", "plot.pdf", "plot.png", "panels", "claims.json", "report.md");
        assertThat(names(panels))
                .containsExactlyInAnyOrder("work-lost.svg", "work-lost.pdf", "utilisation.svg", "utilisation.pdf");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void write_folderThatCannotBe_namesTheFile() throws IOException {
        Path file = Files.writeString(out.resolve("file"), "");
        assertThatThrownBy(() -> FigureWriter.write(file, SampleFigure.small()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.resolve("castillo-fig4/data.csv").toString());
    }

    private String read(String name) throws IOException {
        return Files.readString(out.resolve("castillo-fig4").resolve(name));
    }
}
