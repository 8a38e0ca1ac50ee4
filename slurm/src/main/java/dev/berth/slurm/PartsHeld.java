package dev.berth.slurm;

import java.util.Set;

/**
 * Parts of nodes that a cluster can hold in a reservation.
 *
 * @param kinds of devices, as the cluster names them, such as {@code gres/gpu:a100}
 * @param typed whether cards are reserved by their type; otherwise by their number alone
 * @param obstacle why it can hold none, in words; empty if it can hold cores
 * @param noDevices why it can hold no devices; empty if it can
 */
public record PartsHeld(Set<String> kinds, boolean typed, String obstacle, String noDevices) {
    /** Nobody has asked. */
    public static final PartsHeld UNASKED = none("parts of nodes are not asked for");

    public PartsHeld {
        kinds = Set.copyOf(kinds);
    }

    public static PartsHeld none(String obstacle) {
        return new PartsHeld(Set.of(), false, obstacle, obstacle);
    }

    boolean areAny() {
        return obstacle.isEmpty();
    }
}
