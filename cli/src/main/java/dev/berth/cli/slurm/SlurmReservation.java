package dev.berth.cli.slurm;

/**
 * A reservation of Slurm.
 *
 * @param nodes as Slurm writes them, such as {@code c[1-2]}
 * @param partition the only one whose jobs may use it; empty if any may
 */
public record SlurmReservation(String nodes, int nodeCount, String partition) {
    static SlurmReservation read(Fields fields) {
        return new SlurmReservation(fields.text("Nodes"), fields.number("NodeCnt"), fields.text("PartitionName"));
    }
}
