package dev.berth.slurm.client;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Site;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.SlurmSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/**
 * A process with a site behind which there is a real Slurm, until it is killed. On its input it is told what to do: {@code change N}
 * makes N random changes to the book and says {@code changed} for each that is durable; {@code settle} waits for two whole rounds after
 * now and says what the book promises.
 */
final class KilledSite {
    private static final String USER = System.getProperty("user.name");

    private KilledSite() {}

    static Process start(Path data, Path config, long seed) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledSite.class.getName(),
                        data.toString(),
                        config.toString(),
                        Long.toString(seed)))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static SlurmSettings slurm(Path config) {
        return SlurmSettings.of("all")
                .withLead(Duration.ofHours(1))
                .withPatience(Duration.ofSeconds(3))
                .withBrake(Duration.ofSeconds(6))
                .withConfig(config);
    }

    public static void main(String[] arguments) throws Exception {
        SlurmSettings slurm = slurm(Path.of(arguments[1]));
        SiteSettings settings = SiteSettings.of("Lab", 0)
                .with(draft -> draft.cluster = Optional.of(slurm))
                .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ana", USER)));
        SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[2]));
        try (Journal journal = SqliteJournal.open(Path.of(arguments[0]));
                Site site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers());
                SiteWatch watch = SiteWatch.start(site, settings, Optional.of(Slurm.of(slurm, site.clock()::millis)));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Supplier<ClusterStatus> status = watch.cluster().orElseThrow()::status;
            await(() -> status.get().census().isPresent());
            say("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("change ")) {
                    for (int left = Integer.parseInt(line.substring("change ".length())); left > 0; ) {
                        if (change(site, random)) {
                            say("changed");
                            left--;
                        }
                    }
                    say("done");
                } else {
                    settle(site, status);
                }
            }
        }
    }

    private static boolean change(Site site, SplittableRandom random) {
        return site.write(
                                "ana",
                                transaction -> transaction.submit(command(
                                        transaction.view().reservations().stream()
                                                .map(Reservation::id)
                                                .sorted()
                                                .toList(),
                                        random,
                                        transaction.now())))
                        .join()
                instanceof Decision.Accepted;
    }

    private static Command command(List<ReservationId> open, SplittableRandom random, long now) {
        if (open.size() < 12 || (open.size() < 40 && random.nextInt(3) == 0)) {
            long start = now + random.nextLong(600_000);
            Window window = new Window(start, start + 5_000 + random.nextLong(200_000));
            Job job = Job.exactly("job", window, random.nextInt(1, 4));
            return new Command.Reserve(new Job(
                    job.id(), "ana", job.ready(), job.deadline(), job.shape(), Requirements.pool("all"), job.terms()));
        }
        ReservationId id = open.get(random.nextInt(open.size()));
        return switch (random.nextInt(4)) {
            case 0 -> new Command.Adjust(id, new Adjustment.Move(random.nextLong(-60_000, 60_000)));
            case 1 -> new Command.Adjust(id, new Adjustment.Extend(random.nextLong(1, 60_000), 0));
            case 2 -> new Command.Adjust(id, new Adjustment.Shrink(random.nextLong(1, 4_000), 0));
            default -> new Command.Cancel(id);
        };
    }

    /** A round that began before now may not have seen the last change, and what was made to end needs a moment. */
    private static void settle(Site site, Supplier<ClusterStatus> status) throws InterruptedException {
        Thread.sleep(4_000);
        long before = status.get().round();
        await(() -> status.get().round() >= before + 3 && status.get().silent().isEmpty());
        site.read(view -> {
            ServerNames names = ServerNames.of(view);
            for (Pool pool : view.pools()) {
                for (Reservation each : view.reservations()) {
                    long start = (each.window().start() + 999) / 1000;
                    long end = each.window().end() / 1000;
                    // In less than a second nothing could run, and Slurm would not take it.
                    if (each.placement().pool().equals(pool.id())
                            && (each.isBound() || each.isRunning())
                            && start < end) {
                        TreeSet<String> nodes = new TreeSet<>();
                        names.machines(pool.id(), each.placement().servers())
                                .forEach(machine -> nodes.add(machine.name()));
                        say("berth-lab-r%d %d %d %s"
                                .formatted(each.id().number(), start, end, String.join(",", nodes)));
                    }
                }
            }
            return true;
        });
        say("done");
    }

    private static void await(BooleanSupplier holds) throws InterruptedException {
        Awaitility.await("rounds")
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(20))
                .until(holds::getAsBoolean);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
