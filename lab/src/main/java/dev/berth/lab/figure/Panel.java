package dev.berth.lab.figure;

import java.util.List;

/**
 * One coordinate system of a figure.
 *
 * @param quantity what y is, as a column of data.csv: lower case, digits and hyphens; its first word is the measure, the others
 *     say of what
 * @param timed whether y is a measured time: such values go into timing.csv, never into data.csv
 */
public record Panel(String quantity, String title, String xLabel, String yLabel, boolean timed, List<Curve> curves) {
    public Panel {
        curves = List.copyOf(curves);
    }

    /** Whether both show the same measure in the same unit, so that their heights are to be compared. */
    public boolean isComparableTo(Panel other) {
        return measure().equals(other.measure()) && yLabel.equals(other.yLabel);
    }

    private String measure() {
        int hyphen = quantity.indexOf('-');
        return hyphen < 0 ? quantity : quantity.substring(0, hyphen);
    }
}
