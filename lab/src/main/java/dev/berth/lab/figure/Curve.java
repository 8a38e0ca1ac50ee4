package dev.berth.lab.figure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named curve; its points ascend in x.
 *
 * @param joined whether a line goes from point to point
 * @param twin the name of a curve that this one is to be compared with, or null: it gets the colour of that, and is dashed
 */
public record Curve(
        String name,
        List<Point> points,
        boolean joined,
        @Nullable String twin) {
    public Curve {
        points = List.copyOf(points);
    }

    public Curve(String name, List<Point> points, boolean joined) {
        this(name, points, joined, null);
    }

    public Curve(String name, List<Point> points) {
        this(name, points, true);
    }
}
