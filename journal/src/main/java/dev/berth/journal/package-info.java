/** The durable, ordered record of what a site has decided. Begin with {@code Journal}. */
@NullMarked
package dev.berth.journal;

import org.jspecify.annotations.NullMarked;
