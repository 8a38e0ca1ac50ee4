/** Tables that users hand in: CSV, compressed or not, with complaints that name file, line and column. */
@NullMarked
package dev.berth.cli.csv;

import org.jspecify.annotations.NullMarked;
