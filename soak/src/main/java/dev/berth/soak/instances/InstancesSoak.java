package dev.berth.soak.instances;

import dev.berth.soak.service.AccountApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Three instances of a site on one database, clients at all of them, and every fault; then the journal judges all answers. */
public final class InstancesSoak implements AutoCloseable {
    private static final int INSTANCES = 3;
    private static final int CLIENTS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SharedDatabase database;
    private final List<Member> members = new ArrayList<>();
    private final History history = new History();
    private final List<String> violations = new ArrayList<>();
    private final SplittableRandom random;
    private final InstanceFaults faults;
    private final String token;

    private InstancesSoak(Path directory, long seed) throws IOException, InterruptedException {
        random = new SplittableRandom(seed);
        Files.createDirectories(directory.resolve("database"));
        database = new SharedDatabase(directory.resolve("database"));
        for (int i = 0; i < INSTANCES; i++) {
            members.add(new Member(directory, database.port(), i == 0));
        }
        faults = new InstanceFaults(database, members, random);
        Member first = members.getFirst();
        token = AccountApi.signedIn(first.port(), first.process().token(), PATIENCE);
    }

    /**
     * Soaks for so long, and until each of the faults was there.
     *
     * @param directory for the database, and the keys and logs of the instances; empty
     * @param names of the faults; empty for all
     * @return whether nothing was lost, doubled, stale or out of order
     */
    public static boolean run(Path directory, Duration time, List<String> names, long seed) throws Exception {
        try (InstancesSoak soak = new InstancesSoak(directory, seed)) {
            return soak.run(time, names);
        }
    }

    private boolean run(Duration time, List<String> names) throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Integer> ports = members.stream().map(Member::port).toList();
        for (int i = 0; i < CLIENTS; i++) {
            InstancesClient client = new InstancesClient("job" + i, token, ports, history, random.split());
            threads.add(Thread.ofPlatform().start(client));
        }
        long end = System.nanoTime() + time.toNanos();
        List<InstanceFaults.Fault> left = new ArrayList<>();
        do {
            if (left.isEmpty()) {
                left.addAll(faults.all(names));
            }
            InstanceFaults.Fault next = left.remove(random.nextInt(left.size()));
            faults.run(next);
            awaitWrites(next.name());
        } while (violations.isEmpty() && (System.nanoTime() < end || !faults.hadAll(names)));
        history.end();
        for (Thread thread : threads) {
            thread.join();
        }
        readAll(ports);
        List<JournalEntry> journal = database.journal();
        violations.addAll(Checker.check(journal, history.all()));
        System.out.println(SoakReport.of(history.all(), journal, faults, violations));
        return violations.isEmpty();
    }

    /** After a fault the clients go on by themselves. */
    private void awaitWrites(String fault) throws InterruptedException {
        long begun = System.nanoTime();
        long before = history.written();
        while (history.written() < before + 5) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                violations.add("nothing can be booked after " + fault);
                return;
            }
            Thread.sleep(20);
        }
    }

    /** Reads the latest bookings from every instance: in the end, all of them must know everything. */
    private void readAll(List<Integer> ports) throws InterruptedException {
        InstancesClient last = new InstancesClient("last", token, ports, history, random);
        List<WatchedExchange> bookings = history.bookings();
        for (int port : ports) {
            for (WatchedExchange each : bookings.subList(Math.max(0, bookings.size() - 50), bookings.size())) {
                last.read(port, each, WatchedExchange.Freshness.NAMED);
            }
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        history.end();
        for (Member member : members) {
            member.close();
        }
        database.close();
    }
}
