package dev.berth.lab.figure;

import java.util.List;

/** A named curve; its points ascend in x. */
public record Curve(String name, List<Point> points) {
    public Curve {
        points = List.copyOf(points);
    }
}
