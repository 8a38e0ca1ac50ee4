/** The servers of a site: who leads, how far the others are, and which are to lead no more. */
@NullMarked
package dev.berth.service.peer;

import org.jspecify.annotations.NullMarked;
