/** singh's figures: its slots, its workflows, CyberShake, the jobs of others at two clusters, and its claims. */
@NullMarked
package dev.berth.lab.experiment.singh;

import org.jspecify.annotations.NullMarked;
