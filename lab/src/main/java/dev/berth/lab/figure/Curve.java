package dev.berth.lab.figure;

import java.util.List;

/**
 * A named curve; its points ascend in x.
 *
 * @param joined whether a line goes from point to point
 */
public record Curve(String name, List<Point> points, boolean joined) {
    public Curve {
        points = List.copyOf(points);
    }

    public Curve(String name, List<Point> points) {
        this(name, points, true);
    }
}
