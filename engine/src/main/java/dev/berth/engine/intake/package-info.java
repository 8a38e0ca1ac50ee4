/** Priority intake (ahuja): in which order the requests of a round come before the book. */
@NullMarked
package dev.berth.engine.intake;

import org.jspecify.annotations.NullMarked;
