package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** MIG devices of this machine by the kind of part that they are, such as {@code gpu-1g.10gb}, in the order of {@code nvidia-smi -L}. */
public final class MigDevices {
    private static final String PREFIX = "gpu-";

    private MigDevices() {}

    /** The part of a host that MIG devices of a profile are: {@code 1g.10gb+me} is {@code gpu-1g.10gb-me}. */
    public static String part(String profile) {
        return PREFIX + profile.toLowerCase(Locale.ROOT).replace('+', '-');
    }

    /**
     * UUIDs of numbered devices; empty if {@code nvidia-smi} does not say all of them.
     *
     * @param numbers by the name of the part
     */
    public static List<String> uuids(Map<String, List<Integer>> numbers, String searchPath) {
        Optional<NvidiaSmi> tool = NvidiaSmi.find(searchPath, NvidiaSmi.PATIENCE);
        if (tool.isEmpty()) {
            return List.of();
        }
        try {
            List<Gpu> cards = tool.get().cards();
            List<String> uuids = new ArrayList<>();
            for (Map.Entry<String, List<Integer>> each : numbers.entrySet()) {
                List<String> all = cards.stream()
                        .flatMap(card -> card.parts().stream())
                        .filter(part -> part(part.profile()).equals(each.getKey()))
                        .map(Gpu.Part::uuid)
                        .toList();
                for (int number : each.getValue()) {
                    if (number >= all.size()) {
                        return List.of();
                    }
                    uuids.add(all.get(number));
                }
            }
            return uuids;
        } catch (Failed e) {
            return List.of();
        }
    }
}
