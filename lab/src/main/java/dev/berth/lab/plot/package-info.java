/** Plots of figures as SVG, PDF and PNG, on the screen and for print. Begin with {@code Picture} and {@code Canvas}. */
@NullMarked
package dev.berth.lab.plot;

import org.jspecify.annotations.NullMarked;
