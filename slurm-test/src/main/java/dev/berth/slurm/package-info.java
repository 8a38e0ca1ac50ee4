/**
 * A real Slurm on loopback for tests: {@link dev.berth.slurm.Sandbox} starts munged, slurmctld and several slurmd out of
 * one temporary directory, without systemd and without touching /etc, and ends them all again.
 */
@NullMarked
package dev.berth.slurm;

import org.jspecify.annotations.NullMarked;
