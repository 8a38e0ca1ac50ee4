/** The instances of a site: who leads, how far the others are, and which are to lead no more. */
@NullMarked
package dev.berth.journal.instance;

import org.jspecify.annotations.NullMarked;
