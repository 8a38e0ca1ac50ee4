package dev.berth.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes what is drawn on it as SVG.
 *
 * <p>XChart's own way to SVG needs another library and writes one chart a file; a picture has several. XChart fills the
 * outlines of letters, so lines, areas and clips are all there is to write, and a picture looks the same whatever fonts
 * its reader has. Widths of strokes assume that nothing is scaled.
 */
final class SvgCanvas extends StatefulGraphics {
    private static final String[] CAPS = {"butt", "round", "square"};
    private static final String[] JOINS = {"miter", "round", "bevel"};

    private final StringBuilder body = new StringBuilder();
    private final Map<String, String> clips = new LinkedHashMap<>();

    @Override
    public void draw(Shape shape) {
        StringBuilder attributes = new StringBuilder(" fill=\"none\"").append(color("stroke"));
        if (getStroke() instanceof BasicStroke stroke) {
            attributes.append(attribute("stroke-width", number(stroke.getLineWidth())));
            attributes.append(attribute("stroke-linecap", CAPS[stroke.getEndCap()]));
            attributes.append(attribute("stroke-linejoin", JOINS[stroke.getLineJoin()]));
            if (stroke.getDashArray() != null) {
                StringBuilder dashes = new StringBuilder();
                for (float dash : stroke.getDashArray()) {
                    dashes.append(dashes.isEmpty() ? "" : " ").append(number(dash));
                }
                attributes.append(attribute("stroke-dasharray", dashes.toString()));
            }
        }
        add(shape, attributes.toString());
    }

    @Override
    public void fill(Shape shape) {
        add(shape, color("fill"));
    }

    /** The whole document; the title and the description are its words for those who cannot see it. */
    String document(int width, int height, String title, String description) {
        StringBuilder definitions = new StringBuilder();
        clips.forEach((path, id) -> definitions
                .append("<clipPath id=\"")
                .append(id)
                .append("\"><path d=\"")
                .append(path)
                .append("\"/></clipPath>\n"));
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" role="img" width="%s" height="%s" viewBox="0 0 %s %s">
                <title>%s</title>
                <desc>%s</desc>
                <defs>
                %s</defs>
                %s</svg>
                """.formatted(
                width, height, width, height, Markup.escaped(title), Markup.escaped(description), definitions, body);
    }

    private void add(Shape shape, String attributes) {
        String path = path(shape);
        if (path.isEmpty()) {
            return;
        }
        body.append("<path d=\"").append(path).append('"').append(attributes);
        Shape clip = getClip();
        if (clip != null) {
            String id = clips.computeIfAbsent(path(clip), added -> "clip" + (clips.size() + 1));
            body.append(attribute("clip-path", "url(#" + id + ")"));
        }
        body.append("/>\n");
    }

    /** On the sheet, not where the transform of the moment puts its origin. */
    private String path(Shape shape) {
        AffineTransform transform = getTransform();
        StringBuilder path = new StringBuilder();
        double[] at = new double[6];
        for (PathIterator steps = shape.getPathIterator(transform); !steps.isDone(); steps.next()) {
            int step = steps.currentSegment(at);
            int numbers = switch (step) {
                case PathIterator.SEG_MOVETO, PathIterator.SEG_LINETO -> 2;
                case PathIterator.SEG_QUADTO -> 4;
                case PathIterator.SEG_CUBICTO -> 6;
                default -> 0;
            };
            path.append("MLQCZ".charAt(step));
            for (int i = 0; i < numbers; i++) {
                path.append(i == 0 ? "" : " ").append(number(at[i]));
            }
        }
        return path.toString();
    }

    private String color(String role) {
        Color color = getColor();
        String opacity = color.getAlpha() == 255 ? "" : attribute(role + "-opacity", number(color.getAlpha() / 255.0));
        return attribute(role, "#" + HexFormat.of().toHexDigits(color.getRGB(), 6)) + opacity;
    }

    private static String attribute(String name, String value) {
        return " " + name + "=\"" + value + "\"";
    }

    /** To the hundredth of a pixel. */
    private static String number(double value) {
        return Decimals.text(Math.rint(value * 100) / 100, 8);
    }
}
