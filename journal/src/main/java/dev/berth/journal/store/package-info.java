/** Opens the journal that an address names, whatever keeps it, and copies one to another. */
@NullMarked
package dev.berth.journal.store;

import org.jspecify.annotations.NullMarked;
