package dev.berth.soak.slurm;

import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.sandbox.SlurmRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A book with parts of nodes, projects and licences that changes at random, and a real Slurm that keeps it, with jobs inside and outside of
 * what is booked, while slurmctld, slurmds and the service are killed: 8 nodes of 8 cards, in name only, and six users. In the end Slurm
 * keeps what the book promises and nothing else; at no time had a card two owners, or a job more than its reservation.
 *
 * <pre>{@code tools/slurm-soak [--changes N] [--seed N] [--root ROOT]}</pre>
 */
public final class SlurmSoak {
    private static final int NODES = 8;
    static final int CARDS = 8;
    private static final int EACH_TIME = 50;

    private final Sandbox slurm;
    private final SplittableRandom random;
    private final long seed;
    private final int changes;
    private final SlurmAudit audit;
    private final Map<String, Integer> kills = new TreeMap<>();
    private @Nullable Process site;
    private @Nullable BufferedReader said;
    private int starts;
    private int changed;
    private int inside;
    private int outside;

    private SlurmSoak(Sandbox slurm, long seed, int changes) {
        this.slurm = slurm;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.changes = changes;
        this.audit = new SlurmAudit(slurm);
    }

    /**
     * Prints a report; exits with 1 if anything was not as it must be.
     *
     * @param arguments the number of changes, the seed, and the root of another version of Slurm
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int changes = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        Optional<SlurmRoot> root =
                arguments.length < 3 ? Optional.empty() : Optional.of(new SlurmRoot(Path.of(arguments[2])));
        SandboxShape shape = SandboxShape.of(NODES)
                .withCards(CARDS)
                .withAccounting()
                .withLicences(SlurmSoakSite.LICENCES.entrySet().stream()
                        .map(each -> each.getKey() + ":" + each.getValue())
                        .collect(Collectors.joining(",")));
        boolean isGood = false;
        try (Sandbox slurm = Sandbox.start(shape, root)) {
            slurm.run("sacctmgr", "-i", "add", "account", "lab").orThrow();
            SlurmSoakSite.USERS.forEach(user -> slurm.run("sacctmgr", "-i", "add", "user", user, "account=lab")
                    .orThrow());
            System.out.printf("Slurm %s, seed %d%n", slurm.version(), seed);
            SlurmSoak soak = new SlurmSoak(slurm, seed, changes);
            try {
                isGood = soak.run();
            } finally {
                soak.kill();
                if (!isGood) {
                    Path log = Path.of("slurm-soak-%s-%d.log".formatted(slurm.version(), seed));
                    Files.copy(slurm.directory().resolve("site.log"), log, StandardCopyOption.REPLACE_EXISTING);
                    System.out.println("Log of the service: " + log.toAbsolutePath());
                }
            }
        }
        System.exit(isGood ? 0 : 1);
    }

    private boolean run() throws IOException, InterruptedException {
        long began = System.nanoTime();
        begin();
        for (int bout = 0; changed < changes; bout++) {
            bout(bout % 5);
            submit();
            audit.look();
        }
        slurm.awaitController();
        List<String> differences = settle();
        audit.look();
        System.out.printf(
                Locale.ROOT,
                "%d changes in %d min; kills %s; %d jobs submitted in reservations and %d outside, %d looked at while they ran; %d looks%n",
                changed,
                Duration.ofNanos(System.nanoTime() - began).toMinutes(),
                kills,
                inside,
                outside,
                audit.jobs(),
                audit.looks());
        differences.forEach(each -> System.out.println("difference: " + each));
        audit.violations().forEach(each -> System.out.println("violation: " + each));
        System.out.printf(
                "%d differences, %d violations%n",
                differences.size(), audit.violations().size());
        return differences.isEmpty() && audit.violations().isEmpty();
    }

    /** Changes, and a death somewhere in the middle of them. */
    private void bout(int victim) throws IOException {
        tell("change " + EACH_TIME);
        int until = random.nextInt(EACH_TIME);
        for (int i = 0; i < until; i++) {
            if (!"changed".equals(hear())) {
                throw new IllegalStateException("the site has ended by itself; see its log");
            }
            changed++;
        }
        String node = "g" + (1 + random.nextInt(NODES));
        switch (victim) {
            case 0 -> {
                died("berth");
                kill();
                begin();
            }
            case 1 -> {
                died("slurmctld");
                slurm.killController();
                slurm.startController();
                rest();
            }
            case 2 -> {
                died("slurmd");
                slurm.killNode(node);
                rest();
                slurm.startNode(node);
            }
            case 3 -> {
                died("slurmctld");
                died("berth");
                slurm.killController();
                kill();
                slurm.startController();
                begin();
            }
            default -> rest();
        }
    }

    private void died(String what) {
        kills.merge(what, 1, Integer::sum);
    }

    /** A few short jobs: some of whom a reservation is for, some of anybody. */
    private void submit() {
        long now = System.currentTimeMillis() / 1000;
        for (SlurmKeeps each : SlurmKeeps.all(slurm).values()) {
            if (each.isActive(now) && each.end() > now + 10 && random.nextInt(2) == 0) {
                List<String> users = List.copyOf(each.users());
                inside += run(users.get(random.nextInt(users.size())), "--reservation=" + each.name());
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            outside += run(SlurmSoakSite.USERS.get(random.nextInt(SlurmSoakSite.USERS.size())), "--partition=gpu");
        }
    }

    private int run(String user, String where) {
        List<String> command = new ArrayList<>(List.of(
                "sbatch",
                "--parsable",
                "--uid=" + user,
                "--output=/dev/null",
                "--chdir=/tmp",
                "--mem=100",
                "--time=1",
                "-n1",
                "--gres=gpu:" + (1 + random.nextInt(4)),
                where));
        if (random.nextInt(4) == 0) {
            command.addAll(List.of("-L", "matlab:" + (1 + random.nextInt(3))));
        }
        command.addAll(List.of("--wrap", "sleep " + (3 + random.nextInt(15))));
        return slurm.run(command.toArray(String[]::new)).code() == 0 ? 1 : 0;
    }

    /** How what Slurm keeps differs from what the book promises. */
    private List<String> settle() throws IOException, InterruptedException {
        slurm.run("scancel", "--full", "--state=PENDING");
        slurm.await("no jobs", () -> slurm.run("squeue", "-h").out().isBlank());
        List<String> differences = List.of();
        // What begins or ends while it is compared differs for a moment.
        for (int tries = 3; tries > 0; tries--) {
            tell("settle");
            List<SlurmKeeps> promised = new ArrayList<>();
            for (String line = hear(); line != null && !line.equals("done"); line = hear()) {
                promised.add(SlurmKeeps.read(line));
            }
            long now = System.currentTimeMillis() / 1000;
            Map<String, String> kept = new TreeMap<>();
            SlurmKeeps.all(slurm).values().stream()
                    .filter(each -> each.end() > now + 2)
                    .forEach(each -> kept.put(each.name(), each.comparable(now)));
            Map<String, String> wanted = new TreeMap<>();
            promised.stream()
                    .filter(each -> each.end() > now + 2)
                    .forEach(each -> wanted.put(each.name(), each.comparable(now)));
            differences = compare(wanted, kept);
            if (differences.isEmpty()) {
                System.out.printf("%d reservations in the end%n", kept.size());
                break;
            }
        }
        return differences;
    }

    private static List<String> compare(Map<String, String> wanted, Map<String, String> kept) {
        List<String> differences = new ArrayList<>();
        wanted.forEach((name, line) -> {
            if (!line.equals(kept.get(name))) {
                differences.add("promised %s, kept %s".formatted(line, kept.get(name)));
            }
        });
        kept.forEach((name, line) -> {
            if (!wanted.containsKey(name)) {
                differences.add("kept " + line + ", not promised");
            }
        });
        return differences;
    }

    // The process of the site.

    private void begin() throws IOException {
        site = SlurmSoakSite.start(slurm.directory().resolve("site"), slurm.environment(), seed + ++starts);
        said = new BufferedReader(new InputStreamReader(site.getInputStream(), StandardCharsets.UTF_8));
        if (!"ready".equals(hear())) {
            throw new IllegalStateException("the site does not start; see its log");
        }
    }

    private void kill() {
        if (site != null) {
            site.destroyForcibly().onExit().join();
        }
    }

    private void tell(String line) throws IOException {
        Writer writer = Objects.requireNonNull(site).outputWriter(StandardCharsets.UTF_8);
        writer.write(line + "\n");
        writer.flush();
    }

    private @Nullable String hear() {
        try {
            return Objects.requireNonNull(said).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rest() {
        for (String line = hear(); line != null && !line.equals("done"); line = hear()) {
            changed++;
        }
    }
}
