package dev.berth.soak.brokers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.soak.network.Network;
import dev.berth.soak.service.SoakInstance;
import dev.berth.soak.service.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * A broker over three sites, each a process of its own, and clients that make deals and cancel some, while the broker is
 * killed again and again with a site that is dead, slow or cut off. When all can reach each other again, every deal has to be
 * booked whole or not at all within 60 seconds.
 */
public final class BrokersSoak implements AutoCloseable {
    private static final List<String> NAMES = List.of("north", "south", "west");
    private static final int CLIENTS = 4;
    private static final Duration PROMISED = Duration.ofSeconds(60);

    private final Path directory;
    private final SplittableRandom random;
    private final List<SoakProcess> sites = new ArrayList<>();
    private final List<Network> networks = new ArrayList<>();
    private final SoakProcess broker;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private BrokersSoak(Path directory, long seed) throws IOException, InterruptedException {
        this.directory = directory;
        this.random = new SplittableRandom(seed);
        for (String name : NAMES) {
            SoakProcess site = site(name);
            sites.add(site);
            networks.add(new Network(site.port));
        }
        this.broker = broker();
    }

    /**
     * Soaks for this long, and for this many faults at least.
     *
     * @param directory for the data and logs of all processes; empty
     * @return whether every deal was booked whole or not at all, once, and nothing else is left at any site
     */
    public static boolean run(Path directory, Duration time, int faults, long seed) throws Exception {
        try (BrokersSoak soak = new BrokersSoak(directory, seed)) {
            return soak.run(time, faults);
        }
    }

    private SoakProcess site(String name) throws IOException, InterruptedException {
        int port = Network.freePort();
        Path settings = Files.writeString(directory.resolve(name + ".yaml"), """
                name: %s
                listen: 127.0.0.1:%d
                limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
                pools:
                  - {name: fast, servers: 4, rate: 1}
                """.formatted(name, port));
        return new SoakProcess(name, port, () -> started(name, List.of(settings.toString(), data(name))));
    }

    /** It reaches the sites through networks that fail. */
    private SoakProcess broker() throws IOException, InterruptedException {
        int port = Network.freePort();
        Path settings = Files.writeString(directory.resolve("broker.yaml"), """
                name: broker
                listen: 127.0.0.1:%d
                limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
                """.formatted(port));
        Path tokens = Files.createFile(
                directory.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                tokens,
                sites.stream()
                        .map(site -> "  " + site.name + ": " + site.token() + "\n")
                        .collect(Collectors.joining("", "admin:\n", "")));
        StringBuilder list = new StringBuilder("tokens: tokens.yaml\nsites:\n");
        for (int i = 0; i < sites.size(); i++) {
            list.append("  - {name: %s, address: \"http://127.0.0.1:%d\"}\n"
                    .formatted(sites.get(i).name, networks.get(i).port()));
        }
        Path file = Files.writeString(directory.resolve("sites.yaml"), list);
        return new SoakProcess(
                "broker", port, () -> started("broker", List.of(settings.toString(), data("broker"), file.toString())));
    }

    private String data(String name) {
        return directory.resolve(name + "-data").toString();
    }

    private Victim started(String name, List<String> arguments) throws IOException {
        return Victim.start(SoakInstance.class, arguments, directory.resolve(name + ".log"), 0);
    }

    private boolean run(Duration time, int least) throws Exception {
        List<Dealer> dealers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Dealer dealer = new Dealer("c" + i, broker, NAMES, random.split(), isOver);
            dealers.add(dealer);
            threads.add(Thread.ofPlatform().start(dealer));
        }
        BrokerFaults faults = new BrokerFaults(broker, sites, networks, random.split());
        Map<BrokerFaults.Death, Integer> deaths = new TreeMap<>();
        List<BrokerFaults.Fault> left = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        for (int i = 0; i < least || System.nanoTime() < end; i++) {
            if (left.isEmpty()) {
                left.addAll(faults.all());
            }
            BrokerFaults.Fault next = left.removeLast();
            faults.run(next);
            deaths.merge(next.death(), 1, Integer::sum);
            System.out.println(next);
        }
        long healed = System.nanoTime();
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        long settled = awaitSettled(healed);
        List<Told> told =
                dealers.stream().flatMap(dealer -> dealer.told.stream()).toList();
        List<JsonNode> deals = broker.all("/deals", "deals");
        List<String> violations = new ArrayList<>(Judgement.of(deals, reservations(), told));
        if (settled > PROMISED.toMillis()) {
            violations.add("not settled " + PROMISED.toSeconds() + " s after all could reach each other again");
        }
        report(deals, told, deaths, settled, violations);
        return violations.isEmpty();
    }

    private Map<String, List<JsonNode>> reservations() throws IOException, InterruptedException {
        Map<String, List<JsonNode>> all = new HashMap<>();
        for (SoakProcess site : sites) {
            all.put(site.name, site.all("/reservations", "reservations"));
        }
        return all;
    }

    /** Waits until no deal is under way and no site holds anything; longer than promised, to see what becomes of it. */
    private long awaitSettled(long healed) throws IOException, InterruptedException {
        long elapsed = 0;
        boolean isSettled = false;
        while (!isSettled && elapsed < 2 * PROMISED.toMillis()) {
            Thread.sleep(100);
            isSettled = broker.all("/deals", "deals").stream().allMatch(Judgement::isOver)
                    && reservations().values().stream()
                            .flatMap(List::stream)
                            .noneMatch(each -> each.path("state").asText().equals("held"));
            elapsed = Duration.ofNanos(System.nanoTime() - healed).toMillis();
        }
        return elapsed;
    }

    private static void report(
            List<JsonNode> deals,
            List<Told> told,
            Map<BrokerFaults.Death, Integer> deaths,
            long settled,
            List<String> violations) {
        System.out.println("deaths of the broker: " + deaths);
        System.out.println("deals asked for: " + told.size() + ", as told: "
                + told.stream().collect(Collectors.groupingBy(Told::outcome, TreeMap::new, Collectors.counting())));
        System.out.println("deals in the end: "
                + deals.stream()
                        .collect(Collectors.groupingBy(
                                deal -> deal.path("state").asText(), TreeMap::new, Collectors.counting())));
        System.out.println("settled " + settled + " ms after all could reach each other again");
        System.out.println("violations: " + violations.size());
        violations.forEach(System.out::println);
    }

    @Override
    public void close() throws IOException {
        isOver.set(true);
        broker.close();
        sites.forEach(SoakProcess::close);
        for (Network network : networks) {
            network.close();
        }
    }
}
