/** netto's figures: its reservations, runs in which they move, end early and take offers, and its claims. */
@NullMarked
package dev.berth.lab.experiment.netto;

import org.jspecify.annotations.NullMarked;
