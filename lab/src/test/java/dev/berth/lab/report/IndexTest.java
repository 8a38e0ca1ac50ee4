package dev.berth.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.SampleFigure;
import dev.berth.lab.figure.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexTest {
    @TempDir
    Path out;

    @Test
    void write_twoExperiments_showsBothByName() throws IOException {
        FigureWriter.write(out, SampleFigure.large());
        FigureWriter.write(out, SampleFigure.small());
        Files.createDirectories(out.resolve("unfinished"));
        Index.write(out);
        assertThat(page())
                .contains("2 experiments; of the papers' claims 2 hold, 2 do not.")
                .containsSubsequence(
                        "<h2>Work lost &lt;load&gt; | a*b</h2>", "<h2>Work lost and utilisation over load</h2>")
                .contains("castillo-fig4: 1 holds, 1 does not")
                .contains("<img src=\"castillo-fig4/plot.svg\" alt=\"Plot: Work lost &lt;load&gt; | a*b\"")
                .contains("<strong class=\"holds\">✓ holds:</strong> HA+ loses &quot;less&quot; than HU")
                .contains("<strong class=\"fails\">✗ DOES NOT HOLD:</strong> HU is best")
                .contains("href=\"castillo-fig4/timing.csv\"")
                .contains("href=\"castillo-fig5/data.csv\"")
                .contains("href=\"castillo-fig5/report.md\"")
                .doesNotContain("castillo-fig5/timing.csv")
                .doesNotContain("unfinished");
    }

    @Test
    void write_markupInTheWords_isEscaped() throws IOException {
        String evil = "<script>alert('\"&\"')</script>\u0001";
        FigureWriter.write(
                out,
                new Figure(
                        "a b",
                        evil,
                        evil,
                        Map.of(),
                        List.of(),
                        List.of(new Claim(evil, evil, Verdict.HOLDS, evil)),
                        List.of()));
        Index.write(out);
        assertThat(page())
                .doesNotContain("<script")
                .doesNotContain("\u0001")
                .contains("&lt;script&gt;alert(&#39;&quot;&amp;&quot;&#39;)&lt;/script&gt;")
                .contains("href=\"a%20b/report.md\"");
    }

    @Test
    void write_noExperiment_isAnEmptyPage() throws IOException {
        Index.write(out.resolve("new"));
        assertThat(Files.readString(out.resolve("new/index.html"))).contains("0 experiments");
    }

    @Test
    void write_brokenClaims_namesTheFile() throws IOException {
        FigureWriter.write(out, SampleFigure.small());
        Path claims = Files.writeString(out.resolve("castillo-fig4/claims.json"), "[{");
        assertThatThrownBy(() -> Index.write(out))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(claims.toString());
    }

    private String page() throws IOException {
        return Files.readString(out.resolve("index.html"));
    }
}
