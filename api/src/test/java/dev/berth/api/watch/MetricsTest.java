package dev.berth.api.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.MovableClock;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalLost;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MetricsTest {
    @Test
    void siteThatHasStopped_isScraped_withoutTheFiguresNobodyKnows() {
        AtomicBoolean isLost = new AtomicBoolean();
        try (Site site = Site.open(journal(isLost), () -> new Book("level"), new MovableClock("2026-11-16T08:00:00Z"));
                Metrics metrics = new Metrics(site)) {
            site.write("", change -> change.submit(new Command.AddPool(new Pool("gpu", 4, "1"))))
                    .join();
            assertThat(metrics.text()).contains("berth_servers 4.0", "berth_pool_servers{pool=\"gpu\"} 4.0");

            isLost.set(true);
            assertThat(site.write("", change -> change.submit(new Command.AddPool(new Pool("cpu", 9, "1")))))
                    .failsWithin(java.time.Duration.ofMinutes(1));
            assertThat(metrics.text())
                    .contains("berth_servers NaN", "berth_pool_servers{pool=\"gpu\"} NaN", "process_open_fds ");
        }
    }

    /** A journal in memory that can be lost to another instance. */
    private static Journal journal(AtomicBoolean isLost) {
        MemoryJournal real = new MemoryJournal();
        return (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    if (isLost.get() && method.getName().equals("append")) {
                        throw new JournalLost("another instance leads", false, null);
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
