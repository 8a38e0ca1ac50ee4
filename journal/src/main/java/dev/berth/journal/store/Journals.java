package dev.berth.journal.store;

import dev.berth.journal.Journal;
import dev.berth.journal.JournalCopy;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.journal.sqlite.SqliteJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From the location of a journal to the store that keeps it, such as {@code sqlite:/var/lib/berth} or
 * {@code postgresql://berth@db.example.org/berth}. A location without a
 * scheme is a data directory for SQLite. A new store is a package beside {@code journal.sqlite} and a line here.
 */
public final class Journals {
    private static final String USUAL = "sqlite";
    private static final String POSTGRESQL = "postgresql";

    private static final Map<String, Function<String, Journal>> STORES = Map.of(
            USUAL,
            directory -> SqliteJournal.open(Path.of(directory)),
            POSTGRESQL,
            address -> PostgresJournal.open(PostgresAddress.of(POSTGRESQL + ":" + address)));

    /**
     * Copies a journal into an empty one and compares them. Nobody may write to either meanwhile.
     *
     * @param progress is told the number of entries copied so far
     * @throws IllegalArgumentException if there is nothing to copy, or the target is not empty
     */
    public static JournalCopy.Copied copy(String from, String to, LongConsumer progress) {
        if (!isDatabase(from) && !Files.exists(directory(from).resolve("journal.db"))) {
            throw new IllegalArgumentException(from + " has no journal; give a data directory or an address");
        }
        try (Journal source = open(from)) {
            return isDatabase(to)
                    ? Copies.intoDatabase(source, PostgresAddress.of(to), progress)
                    : Copies.intoDirectory(source, directory(to), progress);
        }
    }

    private static boolean isDatabase(String location) {
        return location.startsWith(POSTGRESQL + ":");
    }

    private static Path directory(String location) {
        return Path.of(location.startsWith(USUAL + ":") ? location.substring(USUAL.length() + 1) : location);
    }

    /** A scheme has two letters or more: one letter is a drive. */
    private static final Pattern LOCATION = Pattern.compile("([a-z][a-z0-9+]+):(.*)");

    private Journals() {}

    /**
     * Opens the journal at a location, or begins one there.
     *
     * @throws IllegalArgumentException if there is no store for it
     */
    public static Journal open(String location) {
        Matcher named = LOCATION.matcher(location);
        boolean isNamed = named.matches();
        Function<String, Journal> store = STORES.get(isNamed ? named.group(1) : USUAL);
        if (store == null) {
            throw new IllegalArgumentException("Unknown journal store \"%s\" in %s; use one of %s"
                    .formatted(named.group(1), location, String.join(", ", new TreeSet<>(STORES.keySet()))));
        }
        return store.apply(isNamed ? named.group(2) : location);
    }
}
