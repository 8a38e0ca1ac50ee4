package dev.berth.lab.experiment;

import java.util.Map;

/**
 * Measures by name, for papers whose runs measure the same for every scheduler, policy or weight, so that what they are
 * called is put together from those.
 */
public record Measures(Map<String, Double> byName) {
    public Measures {
        byName = Map.copyOf(byName);
    }

    public double get(String name) {
        Double value = byName.get(name);
        if (value == null) {
            throw new IllegalArgumentException("nothing was measured under the name " + name);
        }
        return value;
    }
}
