package dev.berth.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class SvgCanvasTest {
    private final SvgCanvas canvas = new SvgCanvas();

    @Test
    void draw_line_isMovedAndStroked() {
        canvas.translate(100, 50);
        canvas.setColor(new Color(255, 0, 0, 51));
        canvas.setStroke(
                new BasicStroke(1.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_BEVEL, 1, new float[] {4, 2}, 0));
        canvas.drawLine(0, 0, 10, 20);
        assertThat(document())
                .contains("<path d=\"M100 50L110 70\" fill=\"none\" stroke=\"#ff0000\" stroke-opacity=\"0.2\""
                        + " stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"bevel\""
                        + " stroke-dasharray=\"4 2\"/>");
    }

    @Test
    void fill_underAClip_refersToIt() {
        canvas.setColor(Color.BLUE);
        canvas.translate(5.0, 0.0);
        canvas.setClip(0, 0, 4, 4);
        canvas.fillRect(0, 0, 8, 8);
        canvas.fillRect(1, 1, 8, 8);
        canvas.setClip(null);
        canvas.fillRect(2, 2, 1, 1);
        assertThat(document())
                .contains("<clipPath id=\"clip1\"><path d=\"M5 0L9 0L9 4L5 4L5 0Z\"/></clipPath>")
                .contains("<path d=\"M5 0L13 0L13 8L5 8L5 0Z\" fill=\"#0000ff\" clip-path=\"url(#clip1)\"/>")
                .contains("<path d=\"M7 2L8 2L8 3L7 3L7 2Z\" fill=\"#0000ff\"/>")
                .doesNotContain("clip2");
    }

    @Test
    void everyShape_becomesAPath() {
        canvas.setBackground(Color.YELLOW);
        canvas.clearRect(0, 0, 1, 1);
        canvas.drawRoundRect(0, 0, 9, 9, 2, 2);
        canvas.fillRoundRect(0, 0, 9, 9, 2, 2);
        canvas.drawOval(0, 0, 9, 9);
        canvas.fillOval(0, 0, 9, 9);
        canvas.drawArc(0, 0, 9, 9, 0, 90);
        canvas.fillArc(0, 0, 9, 9, 0, 90);
        canvas.drawPolyline(new int[] {1, 2, 3}, new int[] {1, 2, 1}, 3);
        canvas.drawPolygon(new int[] {1, 2, 3}, new int[] {1, 2, 1}, 3);
        canvas.fillPolygon(new int[] {1, 2, 3}, new int[] {1, 2, 1}, 3);
        canvas.drawString("A", 1, 1);
        assertThat(document().split("<path ")).hasSize(12);
        assertThat(document()).contains("fill=\"#ffff00\"").contains("M1 1L2 2L3 1\"");
    }

    @Test
    void draw_nothing_leavesNothing() {
        canvas.drawString(" ", 0, 0);
        canvas.drawPolyline(new int[0], new int[0], 0);
        assertThat(document()).doesNotContain("<path");
    }

    @Test
    void hit_isOfTheStrokeOrTheArea() {
        assertThat(canvas.hit(new Rectangle(4, 4, 1, 1), new Rectangle(0, 0, 9, 9), false))
                .isTrue();
        assertThat(canvas.hit(new Rectangle(4, 4, 1, 1), new Rectangle(0, 0, 9, 9), true))
                .isFalse();
    }

    @Test
    void drawImage_isRefused() {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        assertThatThrownBy(() -> canvas.drawImage(image, null, 0, 0)).isInstanceOf(UnsupportedOperationException.class);
    }

    private String document() {
        return canvas.document(200, 100, "title", "description");
    }
}
