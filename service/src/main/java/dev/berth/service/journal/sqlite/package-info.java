/** A journal in one SQLite file of a data directory, with its archive and its backups. */
@NullMarked
package dev.berth.service.journal.sqlite;

import org.jspecify.annotations.NullMarked;
