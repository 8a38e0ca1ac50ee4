package dev.berth.cli.csv;

import dev.berth.cli.console.BadInput;
import java.util.Arrays;
import java.util.List;

/** The columns that a table must and may have. */
public record Header(List<String> required, List<String> optional) {
    private static final int ABSENT = -1;

    String name(int column) {
        return column < required.size() ? required.get(column) : optional.get(column - required.size());
    }

    /** For each column, required and then optional, its place in the file, or -1. */
    int[] match(String where, List<String> found) {
        int[] places = new int[required.size() + optional.size()];
        Arrays.fill(places, ABSENT);
        for (int place = 0; place < found.size(); place++) {
            int column = column(where, found.get(place));
            if (places[column] != ABSENT) {
                throw new BadInput(where + "column " + name(column) + " appears twice");
            }
            places[column] = place;
        }
        for (int column = 0; column < required.size(); column++) {
            if (places[column] == ABSENT) {
                throw new BadInput(where + "column " + name(column) + " is missing; the columns are " + this);
            }
        }
        return places;
    }

    private int column(String where, String name) {
        int column = required.indexOf(name);
        if (column >= 0) {
            return column;
        }
        column = optional.indexOf(name);
        if (column >= 0) {
            return required.size() + column;
        }
        throw new BadInput(where + "column \"" + Shown.of(name) + "\" is unknown; the columns are " + this);
    }

    @Override
    public String toString() {
        return String.join(",", required) + (optional.isEmpty() ? "" : " and optionally " + String.join(",", optional));
    }
}
