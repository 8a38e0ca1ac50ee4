package dev.berth.cli.slurm;

import dev.berth.slurm.client.Line;

/**
 * A reservation of Slurm.
 *
 * @param nodes as Slurm writes them, such as {@code c[1-2]}
 * @param partition the only one whose jobs may use it; empty if any may
 */
public record SlurmReservation(String nodes, int nodeCount, String partition) {
    static SlurmReservation read(Line fields) {
        return new SlurmReservation(fields.text("Nodes"), fields.count("NodeCnt"), fields.text("PartitionName"));
    }
}
