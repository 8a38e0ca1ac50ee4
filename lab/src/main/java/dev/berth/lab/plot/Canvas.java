package dev.berth.lab.plot;

import java.awt.Color;
import java.awt.Shape;
import java.util.List;

/** Sheet to draw on, with its origin at the top left and 96 units to the inch. */
interface Canvas {
    /** Side of a text that stands at its place. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * A line.
     *
     * @param dashes lengths drawn and left out in turn; none for a solid line
     * @param phase how far into the dashes it begins
     */
    record Pen(Color color, double width, List<Double> dashes, double phase) {
        public Pen {
            dashes = List.copyOf(dashes);
        }

        static Pen solid(Color color, double width) {
            return new Pen(color, width, List.of(), 0);
        }

        Pen dashed(double phase, Double... lengths) {
            return new Pen(color, width, List.of(lengths), phase);
        }

        Pen scaled(double factor) {
            return new Pen(
                    color,
                    width * factor,
                    dashes.stream().map(length -> length * factor).toList(),
                    phase * factor);
        }
    }

    /**
     * Letters of a text.
     *
     * @param size height of a line of it
     * @param upwards whether it reads from below upwards
     */
    record Lettering(double size, Color color, boolean bold, boolean upwards) {}

    void stroke(Shape shape, Pen pen);

    void fill(Shape shape, Color color);

    /** Writes words on one line, whose base goes through this place. */
    void text(String words, double x, double y, Anchor anchor, Lettering lettering);
}
