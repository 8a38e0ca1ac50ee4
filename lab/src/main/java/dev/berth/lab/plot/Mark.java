package dev.berth.lab.plot;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/** The sign at the points of a curve. */
enum Mark {
    CIRCLE,
    SQUARE,
    TRIANGLE_UP,
    DIAMOND,
    CROSS,
    TRIANGLE_DOWN,
    PLUS,
    RECTANGLE;

    /** Its outline around a place, about this large. */
    Shape at(double x, double y, double size) {
        double half = size / 2;
        return switch (this) {
            case CIRCLE -> new Ellipse2D.Double(x - half, y - half, size, size);
            case SQUARE -> new Rectangle2D.Double(x - half, y - half, size, size);
            case RECTANGLE -> new Rectangle2D.Double(x - half * 1.3, y - half * 0.6, size * 1.3, size * 0.6);
            case TRIANGLE_UP -> polygon(x, y, half, 0, -1.1, 1.1, 0.9, -1.1, 0.9);
            case TRIANGLE_DOWN -> polygon(x, y, half, 0, 1.1, 1.1, -0.9, -1.1, -0.9);
            case DIAMOND -> polygon(x, y, half, 0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0);
            case PLUS ->
                polygon(
                        x, y, half, -0.3, -1, 0.3, -1, 0.3, -0.3, 1, -0.3, 1, 0.3, 0.3, 0.3, 0.3, 1, -0.3, 1, -0.3, 0.3,
                        -1, 0.3, -1, -0.3, -0.3, -0.3);
            case CROSS ->
                polygon(
                        x, y, half, -1, -0.6, -0.6, -1, 0, -0.4, 0.6, -1, 1, -0.6, 0.4, 0, 1, 0.6, 0.6, 1, 0, 0.4, -0.6,
                        1, -1, 0.6, -0.4, 0);
        };
    }

    private static Shape polygon(double x, double y, double unit, double... corners) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < corners.length; i += 2) {
            double right = x + unit * corners[i];
            double down = y + unit * corners[i + 1];
            if (i == 0) {
                path.moveTo(right, down);
            } else {
                path.lineTo(right, down);
            }
        }
        path.closePath();
        return path;
    }
}
