/** zhao's example, tables and figure: its random workflows, runs whose times are off, and its claims. */
@NullMarked
package dev.berth.lab.experiment.zhao;

import org.jspecify.annotations.NullMarked;
