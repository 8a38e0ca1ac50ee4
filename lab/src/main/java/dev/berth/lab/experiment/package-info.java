/** The experiments by their ids, and what runs them. */
@NullMarked
package dev.berth.lab.experiment;

import org.jspecify.annotations.NullMarked;
