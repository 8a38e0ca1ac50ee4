/** Slurm as its user sees it: jobs that are submitted, looked at and cancelled with its own programs. */
@NullMarked
package dev.berth.cli.slurm;

import org.jspecify.annotations.NullMarked;
