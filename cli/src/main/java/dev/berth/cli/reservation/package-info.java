/** The commands about reservations and requests: ask for offers, book, list, change, cancel. */
@NullMarked
package dev.berth.cli.reservation;

import org.jspecify.annotations.NullMarked;
