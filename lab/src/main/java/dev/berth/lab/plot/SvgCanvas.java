package dev.berth.lab.plot;

import java.awt.Color;
import java.awt.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A picture as SVG. Text stays text, so that it can be read aloud, searched and set in a font of the page it is put into. */
final class SvgCanvas implements Canvas {
    private final SvgDocument document;

    SvgCanvas(SvgDocument document, double width, double height, String font) {
        this.document = document;
        SvgDocument.set(document.root(), "font-family", font);
        document.add(document.root(), "rect", "width", width, "height", height, "fill", "#ffffff");
    }

    @Override
    public void stroke(Shape shape, Pen pen) {
        List<Object> attributes = new ArrayList<>(List.of(
                "d",
                ShapePath.of(shape).svg(),
                "fill",
                "none",
                "stroke",
                hex(pen.color()),
                "stroke-width",
                pen.width()));
        attributes.addAll(List.of("stroke-linejoin", "round"));
        if (!pen.dashes().isEmpty()) {
            attributes.addAll(List.of(
                    "stroke-dasharray",
                    pen.dashes().stream().map(ShapePath::number).collect(Collectors.joining(",")),
                    "stroke-dashoffset",
                    pen.phase()));
        }
        document.add(document.root(), "path", attributes.toArray());
    }

    @Override
    public void fill(Shape shape, Color color) {
        document.add(document.root(), "path", "d", ShapePath.of(shape).svg(), "fill", hex(color));
    }

    @Override
    public void text(String words, double x, double y, Anchor anchor, Lettering lettering) {
        List<Object> attributes = new ArrayList<>(List.of("x", x, "y", y, "font-size", lettering.size()));
        attributes.addAll(List.of("fill", hex(lettering.color())));
        if (anchor != Anchor.START) {
            attributes.addAll(List.of("text-anchor", anchor.name().toLowerCase(Locale.ROOT)));
        }
        if (lettering.bold()) {
            attributes.addAll(List.of("font-weight", "bold"));
        }
        if (lettering.upwards()) {
            attributes.addAll(
                    List.of("transform", "rotate(-90 " + ShapePath.number(x) + " " + ShapePath.number(y) + ")"));
        }
        document.addText(document.root(), "text", words, attributes.toArray());
    }

    private static String hex(Color color) {
        return "#%06x".formatted(color.getRGB() & 0xFFFFFF);
    }
}
