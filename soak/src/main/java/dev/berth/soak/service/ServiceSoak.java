package dev.berth.soak.service;

import dev.berth.soak.fuzz.Corpus;
import dev.berth.soak.target.HttpTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Customers, attackers and faults around one service, all at once. */
public final class ServiceSoak {
    private static final int CUSTOMERS = 4;
    private static final int ATTACKERS = Integer.getInteger("berth.attackers", 3);
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final String SITE = """
            name: soak
            listen: 127.0.0.1:0
            limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
            pools:
              - {name: fast, servers: 40, rate: 1}
              - {name: slow, servers: 40, rate: 0.5}
            """;

    private final Path directory;
    private final Path site;
    private final SplittableRandom random;
    private final Situation situation = new Situation();
    private final SoakTally tally = new SoakTally();

    private ServiceSoak(Path directory, long seed) throws IOException {
        this.directory = directory;
        this.site = Files.writeString(directory.resolve("site.yaml"), SITE);
        this.random = new SplittableRandom(seed);
    }

    /**
     * Soaks for some time, or until a number of kills; without any fault if the number is 0.
     *
     * @param directory for the service's data and log; empty
     * @return whether nothing was lost and nothing failed
     */
    public static boolean run(Path directory, Corpus corpus, Duration time, long kills, long seed)
            throws IOException, InterruptedException {
        ServiceSoak soak = new ServiceSoak(directory, seed);
        soak.run(corpus, time, kills, seed);
        System.out.println(soak.tally.report());
        return soak.tally.violations.isEmpty();
    }

    private void run(Corpus corpus, Duration time, long kills, long seed) throws IOException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        Victim victim = start(0);
        List<Thread> threads = new ArrayList<>();
        List<Customer> customers = new ArrayList<>();
        try {
            AccountApi admin =
                    new AccountApi(AccountApi.signedIn(victim.port(), victim.token(), Duration.ofSeconds(30)));
            for (int i = 0; i < CUSTOMERS; i++) {
                String name = "user" + i;
                Customer customer = new Customer(name, account(admin, victim, name), situation, tally, seed + i);
                customers.add(customer);
                threads.add(Thread.ofPlatform().start(customer));
            }
            String token = account(admin, victim, "mallory");
            List<byte[]> requests = corpus.of("http");
            for (int i = 0; i < ATTACKERS; i++) {
                threads.add(Thread.ofPlatform()
                        .start(new Attacker(requests, HttpTarget.WORDS, token, situation, tally, seed + 100 + i)));
            }
            while (System.nanoTime() < end && (kills == 0 || tally.kills.sum() < kills)) {
                Thread.sleep(random.nextInt(200, 1_500));
                tally.memory(resident(victim));
                if (kills > 0) {
                    victim = fault(victim);
                    progress();
                }
            }
            situation.over();
            for (Thread thread : threads) {
                thread.join();
            }
            victim.kill();
            victim = start(0);
            for (Customer customer : customers) {
                customer.checkAll();
            }
            victim.end();
        } finally {
            situation.over();
            victim.close();
        }
    }

    private Victim start(long fileBytes) throws IOException {
        Victim victim = Victim.start(site, directory.resolve("data"), directory.resolve("service.log"), fileBytes);
        situation.quietAgain(victim.port());
        return victim;
    }

    private Victim fault(Victim victim) throws IOException, InterruptedException {
        situation.faultBegins();
        return switch (random.nextInt(20)) {
            case 0 -> paused(victim);
            case 1, 2 -> withClockMoved(victim);
            case 3 -> killedOnAFullDisk(victim);
            default -> killed(victim);
        };
    }

    private Victim paused(Victim victim) throws IOException, InterruptedException {
        tally.pauses.increment();
        victim.pause(random.nextInt(300, 2_000));
        situation.quietAgain(victim.port());
        return victim;
    }

    private Victim withClockMoved(Victim victim) throws IOException, InterruptedException {
        tally.clockJumps.increment();
        victim.moveClock(random.nextBoolean() ? 3 * DAY : random.nextBoolean() ? 80 * 365 * DAY : -DAY);
        Thread.sleep(random.nextInt(200, 1_500));
        victim.moveClock(0);
        situation.quietAgain(victim.port());
        return victim;
    }

    private Victim killed(Victim victim) throws IOException, InterruptedException {
        victim.kill();
        tally.kills.increment();
        return start(0);
    }

    /** Killed, started where the disk has little room left, and killed again. */
    private Victim killedOnAFullDisk(Victim victim) throws IOException, InterruptedException {
        tally.fullDisks.increment();
        victim.kill();
        tally.kills.increment();
        Victim cramped =
                Victim.start(site, directory.resolve("data"), directory.resolve("service.log"), largest() + (1 << 18));
        situation.moved(cramped.port());
        Thread.sleep(random.nextInt(500, 2_000));
        return killed(cramped);
    }

    /** The size of the largest file, which the system must still let the service open and write to. */
    private long largest() throws IOException {
        try (var files = Files.walk(directory.resolve("data"))) {
            return files.mapToLong(file -> file.toFile().length()).max().orElse(0);
        }
    }

    private long lastProgress;

    private void progress() {
        if (tally.kills.sum() - lastProgress >= 20) {
            lastProgress = tally.kills.sum();
            System.out.printf(
                    "%,d kills, %,d bookings acknowledged, %,d hostile requests, %d violations, worst answer %,d ms%n",
                    tally.kills.sum(),
                    tally.acknowledged.sum(),
                    tally.hostile.sum(),
                    tally.violations.size(),
                    tally.worstMillis());
        }
    }

    private static String account(AccountApi admin, Victim victim, String name)
            throws IOException, InterruptedException {
        admin.send(victim.port(), "POST", "/accounts", "{\"name\":\"" + name + "\",\"role\":\"user\"}", "");
        return admin.send(victim.port(), "POST", "/tokens", "{\"account\":\"" + name + "\"}", "")
                .body()
                .path("token")
                .asText();
    }

    /** Resident memory in bytes; 0 where the system does not tell. */
    private static long resident(Victim victim) {
        Path status = Path.of("/proc", Long.toString(victim.pid()), "status");
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
