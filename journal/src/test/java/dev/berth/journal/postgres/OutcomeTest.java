package dev.berth.journal.postgres;

import static dev.berth.journal.JournalConformance.assertSame;
import static dev.berth.journal.JournalConformance.entries;
import static dev.berth.journal.JournalConformance.entry;
import static dev.berth.journal.JournalConformance.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcome of an append whose answer was lost on a bad network. */
@Timeout(60)
class OutcomeTest {
    private static final Timing TIMING =
            new Timing(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(1500));

    private final Database database = Database.create();
    private final Proxy proxy = new Proxy(Database.serverPort());
    private final PostgresAddress address = PostgresAddress.of(database.journal(proxy.port()));

    @AfterEach
    void close() throws IOException {
        proxy.close();
    }

    private Journal lead() {
        return PostgresJournal.lead(address, "", true, TIMING);
    }

    @Test
    void lostAnswer_isFoundWritten() throws Exception {
        try (Journal journal = lead()) {
            journal.append(entries(1, 3));
            proxy.set(Proxy.Mode.HOLD_ANSWERS);
            CompletableFuture<Void> append = CompletableFuture.runAsync(() -> journal.append(entries(4, 9)));
            awaitWritten(9);
            proxy.cutClients();
            append.join();
            proxy.set(Proxy.Mode.PASS);
            journal.append(entries(10, 10));
            assertThat(journal.last()).isEqualTo(10);
            assertSame(read(journal, 0), entries(1, 10));
        }
    }

    /** The request is still on its way when its sender asks what became of it; it must not arrive afterwards. */
    @Test
    void requestThatArrivesLate_isRefused() throws Exception {
        try (Journal journal = lead()) {
            journal.append(entries(1, 3));
            proxy.set(Proxy.Mode.HOLD_REQUESTS);
            CompletableFuture<Void> append = CompletableFuture.runAsync(() -> journal.append(entries(4, 9)));
            proxy.awaitCaught();
            proxy.cutClients();
            assertThat(append.handle((done, e) -> e.getCause()).join())
                    .isInstanceOf(JournalUnavailable.class)
                    .hasMessageContaining("nothing was changed");
            assertThat(journal.last()).isEqualTo(3);
            proxy.set(Proxy.Mode.PASS);
            journal.append(List.of(new Entry(4, 1, "other", new byte[] {4})));
            assertThat(read(journal, 0))
                    .hasSize(4)
                    .last()
                    .extracting(Entry::kind)
                    .isEqualTo("other");
            assertThat(database.number("SELECT count(*) FROM berth.entry")).isEqualTo(4);
        }
    }

    @Test
    void unsettled_isNeitherSaidToBeWrittenNorNot() throws Exception {
        try (Journal journal = lead()) {
            journal.append(entries(1, 3));
            proxy.set(Proxy.Mode.HOLD_ANSWERS);
            CompletableFuture<Void> append = CompletableFuture.runAsync(() -> journal.append(entries(4, 9)));
            awaitWritten(9);
            proxy.set(Proxy.Mode.REFUSE);
            proxy.cutAll();
            Throwable told = append.handle((done, e) -> e.getCause()).join();
            assertThat(told).isInstanceOf(JournalLost.class).message().doesNotContain("nothing");
            assertThat(((JournalLost) told).inDoubt()).isTrue();
            assertThat(journal.isCurrent()).isFalse();
            assertThat(failure(journal, List.of())).isInstanceOf(JournalLost.class);
        }
        proxy.set(Proxy.Mode.PASS);
        try (Journal again = awaitLead()) {
            assertSame(read(again, 0), entries(1, 9));
        }
    }

    /** An answer that never comes breaks the connection after a while. */
    @Test
    void silence_isSettled() {
        try (Journal journal = lead()) {
            journal.append(entries(1, 3));
            proxy.set(Proxy.Mode.HOLD_ANSWERS);
            journal.append(entries(4, 5));
            proxy.set(Proxy.Mode.PASS);
            assertSame(read(journal, 0), entries(1, 5));
        }
    }

    @Test
    void databaseThatEndsItsConnections_doesNotEndTheLeadership() {
        try (Journal journal = lead()) {
            for (int i = 1; i <= 10; i++) {
                database.cutAll();
                append(journal, entry(i));
            }
            assertSame(read(journal, 0), entries(1, 10));
        }
    }

    /** Until it is written: the first try may find a connection that was ended before. */
    private static void append(Journal journal, Entry entry) {
        while (failure(journal, List.of(entry)) != null) {
            assertThat(journal.last()).isEqualTo(entry.number() - 1);
        }
    }

    private static @Nullable Throwable failure(Journal journal, List<Entry> entries) {
        try {
            journal.append(entries);
            return null;
        } catch (JournalUnavailable | JournalLost e) {
            return e;
        }
    }

    private void awaitWritten(long last) {
        Awaitility.await("entry %d is written".formatted(last))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> database.number("SELECT last FROM berth.site") >= last);
    }

    private Journal awaitLead() {
        return Awaitility.await("the lead")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .ignoreExceptionsMatching(e -> e instanceof JournalInUse || e instanceof JournalUnavailable)
                .pollInSameThread()
                .until(this::lead, Objects::nonNull);
    }

    /** Whatever was acknowledged is there, whatever was refused is not, through any faults. */
    @Test
    void randomFaults_loseNothingAndAddNothing() throws Exception {
        long seed = Long.getLong("berth.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<Long, Long> acknowledged = new TreeMap<>();
        TreeSet<Long> refused = new TreeSet<>();
        Journal journal = lead();
        try {
            // So many, however slow the machine is: a fault may cost the time of a lease.
            for (long id = 1; id <= 40; id++) {
                Thread fault = fault(random.nextInt(8), random.nextInt(4));
                long next = journal.last() + 1;
                Throwable failure = failure(
                        journal,
                        List.of(new Entry(
                                next,
                                id,
                                "id",
                                ByteBuffer.allocate(8).putLong(id).array())));
                fault.join();
                proxy.set(Proxy.Mode.PASS);
                if (failure == null) {
                    acknowledged.put(next, id);
                } else if (!(failure instanceof JournalLost lost && lost.inDoubt())) {
                    refused.add(id);
                }
                if (failure instanceof JournalLost) {
                    journal.close();
                    journal = awaitLead();
                }
            }
            TreeMap<Long, Long> found = new TreeMap<>();
            proxy.cutAll();
            read(journal, 0).forEach(each -> found.put(each.number(), each.time()));
            assertThat(found.entrySet()).as("seed %d", seed).containsAll(acknowledged.entrySet());
            assertThat(found.values())
                    .as("seed %d", seed)
                    .doesNotContainAnyElementsOf(refused)
                    .doesNotHaveDuplicates();
            assertThat(acknowledged).as("seed %d", seed).isNotEmpty();
        } finally {
            journal.close();
        }
    }

    private Thread fault(int kind, int delay) {
        return Thread.ofVirtual().start(() -> {
            try {
                switch (kind) {
                    case 0 -> proxy.set(Proxy.Mode.HOLD_ANSWERS);
                    case 1 -> proxy.set(Proxy.Mode.HOLD_REQUESTS);
                    default -> {}
                }
                Thread.sleep(delay);
                switch (kind) {
                    case 0, 1 -> proxy.cutClients();
                    case 2 -> proxy.cutAll();
                    case 3 -> database.cutAll();
                    default -> {}
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
