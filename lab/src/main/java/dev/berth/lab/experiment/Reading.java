package dev.berth.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One way to read a paper where it leaves something open.
 *
 * @param choices by the names of the parameters that differ from what the user set, or from the defaults
 */
public record Reading(Map<String, String> choices) {
    /** The run as it is set. */
    public static final Reading AS_SET = new Reading(Map.of());

    public Reading {
        choices = Map.copyOf(choices);
    }

    /** The run as it is set, then one reading for each other value of each parameter. */
    public static List<Reading> oneAtATime(List<OpenParameter> parameters, Options options) {
        List<Reading> readings = new ArrayList<>(List.of(AS_SET));
        for (OpenParameter parameter : parameters) {
            for (String value : parameter.values()) {
                if (!value.equals(parameter.of(options))) {
                    readings.add(new Reading(Map.of(parameter.name(), value)));
                }
            }
        }
        return readings;
    }

    /** Such as {@code threshold 0.01}. */
    public String name() {
        return choices.isEmpty()
                ? "as set"
                : choices.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(choice -> choice.getKey() + " " + choice.getValue())
                        .collect(Collectors.joining(", "));
    }
}
