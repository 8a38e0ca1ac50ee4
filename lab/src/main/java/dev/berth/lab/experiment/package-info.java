/** What all experiments share, their registry, and what runs them; each paper's own are in the package of its name. */
@NullMarked
package dev.berth.lab.experiment;

import org.jspecify.annotations.NullMarked;
