/** {@code berth lab}: the papers' experiments, run again. */
@NullMarked
package dev.berth.cli.lab;

import org.jspecify.annotations.NullMarked;
