package dev.berth.lab.figure;

import java.util.List;

/**
 * What a paper leaves open and an experiment had to choose.
 *
 * @param about what it means
 * @param value what was chosen
 * @param others what else can be run
 */
public record Choice(String name, String about, String value, List<String> others) {
    public Choice {
        others = List.copyOf(others);
    }
}
