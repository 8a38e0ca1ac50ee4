/** The workloads of singh: its slots, its workflows, CyberShake, and the jobs of others at two clusters. */
@NullMarked
package dev.berth.lab.workload.singh;

import org.jspecify.annotations.NullMarked;
