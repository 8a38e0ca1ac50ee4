package dev.berth.lab.figure;

import java.util.List;

/**
 * Choice that an experiment had to make because the paper leaves it open.
 *
 * @param about what it means
 * @param value what was chosen
 * @param others other values that can be run
 */
public record Choice(String name, String about, String value, List<String> others) {
    public Choice {
        others = List.copyOf(others);
    }
}
