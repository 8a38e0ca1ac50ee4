/**
 * Memory that many users share for a while, and none of them can fill at the expense of the others. Begin with {@code
 * Shelf}.
 */
@NullMarked
package dev.berth.service.shelf;

import org.jspecify.annotations.NullMarked;
