package dev.berth.cli.slurm;

import dev.berth.slurm.client.Line;

/**
 * A partition of Slurm.
 *
 * @param longest a job may take, as Slurm writes it, such as {@code 7-00:00:00} or {@code UNLIMITED}
 */
public record Partition(String name, boolean isDefault, String longest) {
    static Partition read(Line fields) {
        return new Partition(
                fields.text("PartitionName"), fields.text("Default").equals("YES"), fields.text("MaxTime"));
    }
}
