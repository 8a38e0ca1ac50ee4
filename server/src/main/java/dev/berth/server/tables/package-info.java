/** Tables that operators read with SQL, kept up to date from a journal in PostgreSQL. */
@NullMarked
package dev.berth.server.tables;

import org.jspecify.annotations.NullMarked;
