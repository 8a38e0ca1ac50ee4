/** {@code berth demo}: a small site with a day of reservations. */
@NullMarked
package dev.berth.cli.demo;

import org.jspecify.annotations.NullMarked;
