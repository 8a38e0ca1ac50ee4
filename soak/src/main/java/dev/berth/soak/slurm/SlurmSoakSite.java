package dev.berth.soak.slurm;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import dev.berth.journal.Journal;
import dev.berth.journal.store.Journals;
import dev.berth.server.SiteWatch;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.service.project.ProjectChanges;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.SlurmSettings;
import dev.berth.slurm.client.Slurm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A process with a site behind which there is a real Slurm, until it is killed. On its input it is told what to do: {@code change N} makes
 * N random changes to the book and to projects, and says {@code changed} for each that is durable; {@code settle} waits for whole rounds
 * after now and says what the book promises.
 */
final class SlurmSoakSite {
    /** Users whom every Debian has. */
    static final List<String> USERS = List.of("daemon", "bin", "games", "man", "mail", "news");

    static final Map<String, Long> LICENCES = Map.of("matlab", 20L, "comsol", 4L);
    private static final List<String> PROJECTS = List.of("climate", "physics");
    private static final int MOST_OPEN = 40;
    private static final long SECOND = 1_000;

    private final Site site;
    private final SplittableRandom random;

    private SlurmSoakSite(Site site, SplittableRandom random) {
        this.site = site;
        this.random = random;
    }

    static Process start(Path data, Map<String, String> slurm, long seed) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlurmSoakSite.class.getName(),
                        data.toString(),
                        Long.toString(seed)))
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        data.resolveSibling(data.getFileName() + ".log").toFile()));
        builder.environment().putAll(slurm);
        return builder.start();
    }

    public static void main(String[] arguments) throws Exception {
        SlurmSettings slurm = SlurmSettings.of("gpu")
                .withLead(Duration.ofHours(1))
                .withPatience(Duration.ofSeconds(3))
                .withBrake(Duration.ofSeconds(6))
                .withParts()
                .withLicences(LICENCES.keySet().toArray(String[]::new));
        SiteSettings settings = SiteSettings.of("Lab", 0)
                .with(draft -> draft.cluster = Optional.of(slurm))
                .with(draft -> draft.unixUsers = UnixUsers.SAME);
        try (Journal journal = Journals.open(arguments[0]);
                Site site = Site.open(journal, () -> new Book("level"), Clock.systemUTC(), Facts.keepers());
                SiteWatch watch = SiteWatch.start(site, settings, Optional.of(Slurm.of(slurm, site.clock()::millis)));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            SlurmSoakSite soak = new SlurmSoakSite(site, new SplittableRandom(Long.parseLong(arguments[1])));
            soak.addPeople();
            Supplier<ClusterStatus> status = watch.cluster().orElseThrow()::status;
            await(() -> status.get().census().isPresent()
                    && site.read(
                            view -> !view.pools().isEmpty() && !view.licences().isEmpty()));
            say("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("change ")) {
                    for (int left = Integer.parseInt(line.substring("change ".length())); left > 0; ) {
                        if (soak.change()) {
                            say("changed");
                            left--;
                            soak.pause();
                        }
                    }
                } else {
                    soak.settle(status);
                }
                say("done");
            }
        }
    }

    private void addPeople() {
        site.write("root", transaction -> {
                    if (Memberships.find(transaction.view(), PROJECTS.getFirst())
                            .isEmpty()) {
                        USERS.forEach(user -> transaction.record(Accounts.KIND, Account.of(user, Role.USER)));
                        PROJECTS.forEach(name -> ProjectChanges.add(transaction, Project.named(name)));
                    }
                    return true;
                })
                .join();
    }

    private String user() {
        return USERS.get(random.nextInt(USERS.size()));
    }

    /** Until the next change: rounds see some of them together, and some alone. */
    private void pause() throws InterruptedException {
        Thread.sleep(random.nextInt(3) == 0 ? 0 : random.nextLong(500));
    }

    private boolean change() {
        return site.write("soak", transaction -> {
                    List<Reservation> open = transaction.view().reservations().stream()
                            .sorted((a, b) -> a.id().compareTo(b.id()))
                            .toList();
                    if (open.size() < 8 || (open.size() < MOST_OPEN && random.nextInt(3) == 0)) {
                        return book(transaction);
                    }
                    Reservation each = open.get(random.nextInt(open.size()));
                    return switch (random.nextInt(8)) {
                        case 0 -> member(transaction);
                        case 1 -> share(transaction, each);
                        case 2 -> isTaken(transaction, new Command.Give(each.id(), user(), Optional.empty()));
                        case 3 ->
                            isTaken(
                                    transaction,
                                    new Command.Adjust(
                                            each.id(),
                                            new Adjustment.Move(random.nextLong(-60 * SECOND, 60 * SECOND))));
                        case 4 ->
                            isTaken(
                                    transaction,
                                    new Command.Adjust(
                                            each.id(), new Adjustment.Extend(random.nextLong(1, 60 * SECOND), 0)));
                        case 5 -> isTaken(transaction, new Command.Finish(each.id()));
                        default -> isTaken(transaction, new Command.Cancel(each.id()));
                    };
                })
                .join();
    }

    private static boolean isTaken(Transaction transaction, Command command) {
        return transaction.submit(command) instanceof Decision.Accepted;
    }

    private boolean book(Transaction transaction) {
        String user = user();
        boolean hasParts = transaction.view().pools().stream().anyMatch(pool -> pool.hasParts());
        long cards = 1L + random.nextInt(8);
        // Some are ready at once, and so may start before the time that they are promised.
        long ready = transaction.now() + (random.nextInt(3) == 0 ? 0 : random.nextLong(300 * SECOND));
        Slice slice = !hasParts || random.nextInt(10) == 0
                ? Slice.WHOLE
                : Slice.of(Map.of("gpu", cards, "cores", Math.max(2, 1 + random.nextLong(2 * cards))));
        Map<String, Long> licences = new TreeMap<>();
        if (random.nextInt(3) == 0) {
            licences.put("matlab", 1 + random.nextLong(6));
        }
        if (random.nextInt(6) == 0) {
            licences.put("comsol", 1 + random.nextLong(2));
        }
        Decision decision = transaction.submit(new Command.Reserve(new Job(
                new JobId("soak"),
                user,
                ready,
                ready + 600 * SECOND,
                new Shape.Stay(1 + random.nextInt(2), 20 * SECOND + random.nextLong(120 * SECOND)),
                Requirements.NONE.withSlice(slice).withLicences(Amounts.of(licences)),
                new Terms(null, null, 0L))));
        return decision instanceof Decision.Accepted;
    }

    private boolean share(Transaction transaction, Reservation each) {
        if (each.state() == Reservation.State.HELD) {
            return false;
        }
        List<String> users = random.nextBoolean() ? List.of(user()) : List.of();
        List<String> projects =
                random.nextBoolean() ? List.of(PROJECTS.get(random.nextInt(PROJECTS.size()))) : List.of();
        Sharing before = transaction.view().facts(Sharings.class).of(each);
        transaction.record(Sharings.KIND, before.with(users, projects));
        return true;
    }

    /** A member that comes or goes. */
    private boolean member(Transaction transaction) {
        String project = PROJECTS.get(random.nextInt(PROJECTS.size()));
        String user = user();
        boolean isIn = Memberships.members(transaction.view(), Memberships.known(transaction.view(), project))
                .contains(user);
        if (isIn) {
            ProjectChanges.removeMember(transaction, project, user);
        } else {
            ProjectChanges.addMember(transaction, project, user);
        }
        return true;
    }

    /** A round that began before now may not have seen the last change, and what was made to end needs a moment. */
    private void settle(Supplier<ClusterStatus> status) throws InterruptedException {
        Thread.sleep(4 * SECOND);
        long before = status.get().round();
        await(() -> status.get().round() >= before + 3 && status.get().silent().isEmpty());
        for (String line : site.<List<String>>read(SlurmSoakSite::promises)) {
            say(line);
        }
    }

    /** Name, start and end in seconds, nodes, users, cards and cores of each node, and licences of all that has its nodes. */
    private static List<String> promises(View view) {
        List<String> lines = new ArrayList<>();
        ServerNames names = ServerNames.of(view);
        for (Reservation each : view.reservations()) {
            long start = Math.ceilDiv(each.window().start(), SECOND);
            long end = each.window().end() / SECOND;
            if ((each.isBound() || each.isRunning()) && start < end) {
                TreeSet<String> nodes = new TreeSet<>();
                names.machines(each.placement().pool(), each.placement().servers())
                        .forEach(machine -> nodes.add(machine.name()));
                TreeSet<String> users = new TreeSet<>(Sharings.guests(view, each.id()));
                users.add(each.job().user());
                Amounts amounts = each.placement().taken().slice().amounts();
                lines.add(new SlurmKeeps(
                                "berth-lab-" + each.id(),
                                start,
                                end,
                                nodes,
                                users,
                                amounts.get("gpu"),
                                amounts.get("cores"),
                                new TreeMap<>(
                                        each.placement().taken().licences().toMap()))
                        .line());
            }
        }
        return lines;
    }

    private static void await(BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited two minutes in vain for rounds");
            }
            Thread.sleep(20);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
