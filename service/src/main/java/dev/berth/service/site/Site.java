package dev.berth.service.site;

import dev.berth.engine.book.Book;
import dev.berth.service.journal.Journal;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The one writer around a book. Its unit of time is the millisecond since the epoch.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Site implements AutoCloseable {
    private Site() {}

    public static Site open(Journal journal, Supplier<Book> fresh, Clock clock) {
        return open(journal, fresh, clock, List.of(), Settings.DEFAULT);
    }

    public static Site open(Journal journal, Supplier<Book> fresh, Clock clock, List<? extends FactKeeper> keepers) {
        return open(journal, fresh, clock, keepers, Settings.DEFAULT);
    }

    public static Site open(
            Journal journal, Supplier<Book> fresh, Clock clock, List<? extends FactKeeper> keepers, Settings settings) {
        throw new UnsupportedOperationException("to come");
    }

    public <T> CompletableFuture<T> write(String actor, Function<Transaction, T> work) {
        throw new UnsupportedOperationException("to come");
    }

    public <T> T read(Function<View, T> question) {
        throw new UnsupportedOperationException("to come");
    }

    public void listen(Consumer<Committed> listener) {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public void close() {}
}
