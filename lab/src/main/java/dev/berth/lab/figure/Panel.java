package dev.berth.lab.figure;

import java.util.List;

/**
 * One coordinate system of a figure.
 *
 * @param quantity what y is, as a column of data.csv: lower case, digits and hyphens
 * @param timed whether y is a measured time: such values go into timing.csv, never into data.csv
 */
public record Panel(String quantity, String title, String xLabel, String yLabel, boolean timed, List<Curve> curves) {
    public Panel {
        curves = List.copyOf(curves);
    }
}
