/** {@code berth adopt}: a reservation for processes that run already. */
@NullMarked
package dev.berth.cli.adopt;

import org.jspecify.annotations.NullMarked;
