/** Which server serves which reservation: tentative until it starts, settled from then on. */
@NullMarked
package dev.berth.engine.handout;

import org.jspecify.annotations.NullMarked;
