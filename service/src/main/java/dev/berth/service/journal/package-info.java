/** The durable, ordered record of what a site has decided. */
@NullMarked
package dev.berth.service.journal;

import org.jspecify.annotations.NullMarked;
