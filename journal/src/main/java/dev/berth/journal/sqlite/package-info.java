/**
 * A journal in one SQLite file of a data directory, with its archive and its backups. Begin with {@code SqliteJournal},
 * {@code Archive} and {@code Disk}.
 */
@NullMarked
package dev.berth.journal.sqlite;

import org.jspecify.annotations.NullMarked;
