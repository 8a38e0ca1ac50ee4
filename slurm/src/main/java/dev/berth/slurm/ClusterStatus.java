package dev.berth.slurm;

import dev.berth.slurm.ClusterSettings.Mode;
import java.util.List;
import java.util.Optional;

/**
 * How book and cluster stood at the end of the latest round.
 *
 * @param round the number of rounds since the service began
 * @param census when the cluster was last heard in full, in milliseconds since the epoch; empty if never
 * @param silent why it was not heard in the latest round; empty if it was
 * @param took how long the latest round took, in milliseconds
 * @param mirrored the reservations of the book that are to be in the cluster, by start
 * @param foreign the reservations of others on nodes that can be booked, by start
 * @param troubled nodes that are in a pool and not up, by name
 * @param brakes nodes that are down and that reservations keep for now, because too much failed at once
 * @param faults what is wrong with the settings, as far as the cluster shows it
 * @param planned what would be done if the service were not only to look, in words, in order
 * @param actions how many things were done since the service began, and {@code refusals} how many were refused
 */
public record ClusterStatus(
        Mode mode,
        long round,
        Optional<Long> census,
        Optional<String> silent,
        long took,
        List<Mirrored> mirrored,
        List<Kept> foreign,
        List<ClusterNode> troubled,
        List<Braked> brakes,
        List<String> faults,
        List<String> planned,
        long actions,
        long refusals) {
    public ClusterStatus {
        mirrored = List.copyOf(mirrored);
        foreign = List.copyOf(foreign);
        troubled = List.copyOf(troubled);
        brakes = List.copyOf(brakes);
        faults = List.copyOf(faults);
        planned = List.copyOf(planned);
    }

    public long count(Mirrored.State state) {
        return mirrored.stream().filter(each -> each.state() == state).count();
    }

    /** How many promises may not be kept unless somebody acts. */
    public long inDanger() {
        return mirrored.stream().filter(Mirrored::inDanger).count();
    }

    /** Before the first round. */
    public static ClusterStatus none(Mode mode) {
        return new ClusterStatus(
                mode,
                0,
                Optional.empty(),
                Optional.of("not asked yet"),
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                0);
    }
}
