/** A journal in a PostgreSQL database, written by one instance at a time. */
@NullMarked
package dev.berth.journal.postgres;

import org.jspecify.annotations.NullMarked;
