package dev.berth.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.SampleFigure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** Pictures for papers. */
class PrintTest {
    private static final Pattern PLACE = Pattern.compile("(\\d{10}) 00000 n \n");
    private static final Pattern STREAM = Pattern.compile("/Length (\\d+) /Filter /FlateDecode >>\nstream\n");

    private static Curve curve(String name, double... heights) {
        return new Curve(
                name,
                Stream.iterate(0, i -> i < heights.length, i -> i + 1)
                        .map(i -> new Point(Math.pow(10, i), new Estimate(heights[i], 0, 9)))
                        .toList());
    }

    private static Figure figure(String title, Curve... curves) {
        return SampleFigure.of("print", List.of(new Panel("y", title, "x", "y", false, List.of(curves))));
    }

    private static String letters(byte[] pdf) {
        return new String(pdf, StandardCharsets.ISO_8859_1);
    }

    private static String page(byte[] pdf) throws Exception {
        Matcher stream = STREAM.matcher(letters(pdf));
        assertThat(stream.find()).isTrue();
        Inflater inflater = new Inflater();
        inflater.setInput(pdf, stream.end(), Integer.parseInt(stream.group(1)));
        byte[] page = new byte[1 << 20];
        int length = inflater.inflate(page);
        assertThat(inflater.finished()).isTrue();
        inflater.end();
        return new String(page, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Test
    void pdf_hasItsObjectsWhereItSays() throws Exception {
        byte[] pdf = Picture.of(SampleFigure.large(), PlotStyle.SCREEN).pdf();
        assertThat(letters(pdf)).startsWith("%PDF-1.4\n").endsWith("%%EOF\n");
        Matcher places = PLACE.matcher(letters(pdf));
        int count = 0;
        while (places.find()) {
            count++;
            int place = Integer.parseInt(places.group(1));
            assertThat(letters(Arrays.copyOfRange(pdf, place, place + 8))).startsWith(count + " 0 obj\n");
        }
        assertThat(count).isEqualTo(7);
        int table = letters(pdf).indexOf("\nxref\n") + 1;
        assertThat(letters(pdf)).contains("startxref\n" + table + "\n");
        assertThat(pdf)
                .isEqualTo(Picture.of(SampleFigure.large(), PlotStyle.SCREEN).pdf());
    }

    @Test
    void pdf_hasTextAsText_ofTheChosenFont() throws Exception {
        byte[] pdf = Picture.of(
                        figure("Loss (100%) \\ ± \u03b1", curve("one", 1, 2)),
                        PlotStyle.SCREEN.lettered("Times New Roman,8"))
                .pdf();
        assertThat(letters(pdf)).contains("/BaseFont /Times-Roman /", "/BaseFont /Times-Bold /");
        // What the font does not have is seen to be missing.
        assertThat(page(pdf))
                .contains("(Loss \\(100%\\) \\\\ \u00b1 ?) Tj", "(one) Tj")
                .doesNotContain("NaN");
    }

    @Test
    void curvesThatCoincide_takeTurns() {
        String svg = Picture.of(
                        figure("Two", curve("one", 1, 2, 3), curve("other", 3, 1, 2), curve("same", 1, 2, 3)),
                        PlotStyle.SCREEN)
                .svg();
        assertThat(svg)
                .contains(
                        "stroke=\"#0072b2\" stroke-dasharray=\"7,7\" stroke-dashoffset=\"14\"",
                        "stroke=\"#009e73\" stroke-dasharray=\"7,7\" stroke-dashoffset=\"7\"");
        assertThat(svg).doesNotContain("stroke=\"#d55e00\" stroke-dasharray");
    }

    @Test
    void logarithmicAxes_leaveOutWhatHasNoPlace() {
        String svg = Picture.of(figure("Log", curve("one", 0.001, 0, 10, 1000)), PlotStyle.SCREEN.logarithmic("xy"))
                .svg();
        assertThat(svg).contains(">0.001<", ">1000<", ">100<").doesNotContain("NaN", "Infinity");
        assertThat(svg.split("fill=\"#0072b2\"", -1))
                .as("three points and the legend")
                .hasSize(5);
    }

    @Test
    void panelAlone_looksAsItDoesAmongTheOthers() {
        Figure figure = SampleFigure.large();
        Picture alone = Picture.of(figure, figure.panels().getLast(), PlotStyle.SCREEN);
        assertThat(alone.width()).isEqualTo(640);
        assertThat(alone.svg()).contains(">Utilisation<", ">FF-HU<").doesNotContain(">Work lost<");
    }
}
