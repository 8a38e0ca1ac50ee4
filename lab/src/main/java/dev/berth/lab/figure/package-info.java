/** The results of an experiment: panels of curves with their errors, and the claims checked on them. */
@NullMarked
package dev.berth.lab.figure;

import org.jspecify.annotations.NullMarked;
