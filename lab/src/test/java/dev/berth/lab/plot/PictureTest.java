package dev.berth.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.SampleFigure;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PictureTest {
    private static final int BLUE = 0x0072B2;

    @Test
    void png_twoPanels_areSideBySideAboveTheLegend() throws IOException {
        Picture picture = Picture.of(SampleFigure.large(), PlotStyle.SCREEN);
        BufferedImage image = image(picture);
        assertThat(image.getWidth()).isEqualTo(1280).isEqualTo((int) picture.width());
        assertThat(image.getHeight()).isBetween(500, 600).isEqualTo((int) picture.height());
        assertThat(count(image, 0, 0, 640, 480, BLUE)).as("first curve, left").isGreaterThan(100);
        assertThat(count(image, 640, 0, 640, 480, BLUE))
                .as("same colour, right")
                .isGreaterThan(100);
        assertThat(count(image, 0, 480, 1280, image.getHeight() - 480, BLUE))
                .as("legend")
                .isGreaterThan(50);
        assertThat(image.getRGB(0, 0)).isEqualTo(0xFFFFFFFF);
    }

    @Test
    void svg_isWellFormedAndHasTheWords() throws Exception {
        Picture picture = Picture.of(SampleFigure.small(), PlotStyle.SCREEN);
        Document document = parse(picture.svg());
        assertThat(document.getDocumentElement().getAttribute("width")).isEqualTo("1280");
        assertThat(text(document, "title")).isEqualTo("Work lost <load> | a*b");
        assertThat(text(document, "desc")).isEqualTo("""
                        Work lost: work lost (%) over load; curves: FF-HU, "plain"
                        Time: seconds & more over load; curves: level""");
        assertThat(document.getElementsByTagName("path").getLength()).isGreaterThan(20);
        assertThat(words(document))
                .contains("Work lost", "work lost (%)", "seconds & more", "FF-HU, \"plain\"", "12000000", "0.0000002");
        assertThat(picture.svg()).contains("stroke=\"#0072b2\"").doesNotContain("NaN");
    }

    @Test
    void panelsOfTheSameMeasure_shareOneScale() throws IOException {
        Panel high = measured("loss", point(1, 0), point(2, 80));
        Panel low = measured("loss-berth", point(1, 0), point(2, 2));
        Panel other = measured("cost", point(1, 0), point(2, 7));
        CurveStyles styles = new CurveStyles(SampleFigure.of("scales", List.of(high, low, other)));
        double most = axisMax(high, List.of(high, low), styles);
        assertThat(most).isBetween(80.0, 90.0).isEqualTo(axisMax(low, List.of(high, low), styles));
        assertThat(high.isComparableTo(low)).isTrue();
        assertThat(high.isComparableTo(other)).isFalse();
        BufferedImage image = image(Picture.of(SampleFigure.of("scales", List.of(high, low, other)), PlotStyle.SCREEN));
        int top = firstRow(image, 0, BLUE);
        assertThat(firstRow(image, 640, BLUE)).as("2 of 84 is near the bottom").isGreaterThan(top + 200);
    }

    private static double axisMax(Panel panel, List<Panel> alike, CurveStyles styles) {
        return new PanelChart(panel, alike, styles, PlotStyle.SCREEN).up().most();
    }

    private static Panel measured(String quantity, Point... points) {
        return new Panel(quantity, quantity, "x", "%", false, List.of(new Curve("curve", List.of(points))));
    }

    /** The first row of a panel of the first line in which a colour is drawn. */
    private static int firstRow(BufferedImage image, int left, int colour) {
        return IntStream.range(0, 480)
                .filter(y -> count(image, left, y, 640, 1, colour) > 0)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void paint_nothingToDraw_isAnEmptyChart() throws Exception {
        Curve empty = new Curve("empty", List.of());
        Curve unknown = new Curve("unknown", List.of(new Point(1, new Estimate(Double.NaN, Double.NaN, 0))));
        for (Figure figure : List.of(
                SampleFigure.of("none", List.of()),
                SampleFigure.of("no-curve", List.of(panel())),
                SampleFigure.of("empty", List.of(panel(empty), panel(unknown), panel(empty, unknown))))) {
            BufferedImage image = paint(figure);
            assertThat(image.getRGB(0, 0)).as(figure.id()).isEqualTo(0xFFFFFFFF);
            for (int left = 0; left < image.getWidth(); left += 640) {
                assertThat(count(image, left, 0, 640, Math.min(480, image.getHeight()), BLUE))
                        .as("%s at %d", figure.id(), left)
                        .isZero();
            }
        }
    }

    @Test
    void paint_oddPoints_areDrawn() throws Exception {
        Curve single = new Curve("single", List.of(new Point(3, new Estimate(5, Double.NaN, 1))));
        Curve flat = new Curve("flat", List.of(point(1, 0), point(2, 0), point(3, Double.NaN)));
        Curve negative = new Curve("negative", List.of(point(1, -4), point(2, 1e9)));
        for (Curve curve : List.of(single, flat, negative)) {
            BufferedImage image = paint(SampleFigure.of("odd", List.of(panel(curve, new Curve("empty", List.of())))));
            assertThat(count(image, 0, 0, 640, 480, BLUE)).as(curve.name()).isGreaterThan(20);
        }
    }

    @Test
    void legend_manyCurves_growsDownwards() throws Exception {
        List<Curve> curves = new ArrayList<>();
        IntStream.range(0, 20).forEach(i -> curves.add(new Curve("a rather long name " + i, List.of(point(i, i)))));
        Figure figure = SampleFigure.of("many", List.of(panel(curves.toArray(Curve[]::new))));
        BufferedImage image = paint(figure);
        assertThat(image.getWidth()).isEqualTo(640);
        assertThat(image.getHeight()).isGreaterThan(480 + 6 * 26);
        CurveStyles styles = new CurveStyles(figure);
        assertThat(styles.names().stream().map(styles::of).map(style -> List.of(style.color(), style.mark())))
                .doesNotHaveDuplicates();
    }

    private static BufferedImage paint(Figure figure) throws Exception {
        Picture picture = Picture.of(figure, PlotStyle.SCREEN);
        assertThat(parse(picture.svg())).isNotNull();
        return image(picture);
    }

    private static BufferedImage image(Picture picture) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(picture.png()));
    }

    private static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setExpandEntityReferences(false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    /** Text as text, not as outlines. */
    private static List<String> words(Document document) {
        var elements = document.getElementsByTagName("text");
        return IntStream.range(0, elements.getLength())
                .mapToObj(i -> elements.item(i).getTextContent())
                .toList();
    }

    private static String text(Document document, String element) {
        return document.getElementsByTagName(element).item(0).getTextContent();
    }

    private static long count(BufferedImage image, int x, int y, int width, int height, int color) {
        return Arrays.stream(image.getRGB(x, y, width, height, null, 0, width))
                .filter(pixel -> (pixel & 0xFFFFFF) == color)
                .count();
    }

    private static Panel panel(Curve... curves) {
        return new Panel("quantity", "Panel", "x", "y", false, List.of(curves));
    }

    private static Point point(double x, double mean) {
        return new Point(x, new Estimate(mean, 0, 1));
    }
}
