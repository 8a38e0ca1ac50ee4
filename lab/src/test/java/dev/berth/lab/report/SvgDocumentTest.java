package dev.berth.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.Line2D;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class SvgDocumentTest {
    private final SvgDocument document = new SvgDocument(200, 100, "a < \"b\" & c\u0001", "description");

    @Test
    void words_areEscapedAndForbiddenCharactersLeftOut() {
        Element group = document.add(document.root(), "g", "id", "x\u0000<y>");
        document.addText(group, "text", "1 < 2 & 3\uFFFE", "x", 1.005, "y", 4);
        assertThat(document.text())
                .contains("<title>a &lt; \"b\" &amp; c</title><desc>description</desc>")
                .contains("<g id=\"x&lt;y&gt;\"><text x=\"1\" y=\"4\">1 &lt; 2 &amp; 3</text></g>")
                .endsWith("</svg>\n");
    }

    @Test
    void draw_line_isMovedAndStroked() {
        document.draw(graphics -> {
            graphics.translate(100, 50);
            graphics.setColor(new Color(255, 0, 0, 51));
            graphics.setStroke(
                    new BasicStroke(1.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_BEVEL, 1, new float[] {4, 2}, 0));
            graphics.draw(new Line2D.Double(0, 0, 10, 20));
        });
        assertThat(document.text())
                .contains("transform=\"translate(100,50)\"")
                .contains("x2=\"10\"", "y2=\"20\"", "stroke=\"rgb(255,0,0)\"", "stroke-opacity=\"0.2\"")
                .contains("stroke-width=\"1.5\"", "stroke-linejoin=\"bevel\"", "stroke-dasharray=\"4,2\"");
    }

    @Test
    void draw_underAClip_refersToIt() {
        document.draw(graphics -> {
            graphics.setClip(0, 0, 4, 4);
            graphics.fill(new Rectangle(0, 0, 8, 8));
        });
        assertThat(document.text()).contains("<clipPath ", "clip-path=\"url(#");
    }
}
