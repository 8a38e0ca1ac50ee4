/**
 * A real Slurm on loopback for tests: {@link dev.berth.sandbox.Sandbox} starts munged, slurmctld and several slurmd out of
 * one temporary directory, without systemd and without touching /etc, and ends them all again.
 */
@NullMarked
package dev.berth.sandbox;

import org.jspecify.annotations.NullMarked;
