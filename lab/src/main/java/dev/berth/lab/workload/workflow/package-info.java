/** The workflows of zhao's evaluation (section 4.1): five shapes, with costs and data drawn at random. */
@NullMarked
package dev.berth.lab.workload.workflow;

import org.jspecify.annotations.NullMarked;
