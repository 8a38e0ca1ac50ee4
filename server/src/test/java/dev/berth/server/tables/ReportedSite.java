package dev.berth.server.tables;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.service.Facts;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.report.Refusals;
import dev.berth.service.report.Tally;
import dev.berth.service.report.UsageLedger;
import dev.berth.site.HandClock;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A site with a journal in a real database, whose time stands still until it is told, and random things to do to it. */
public final class ReportedSite implements AutoCloseable {
    static final long START = 1_800_000_000_000L;
    static final long HOUR = TableChanges.HOUR;
    private static final PoolId FAST = new PoolId("fast");
    private static final Parts PARTS = Parts.of(Part.sharedDevices("gpu", 8, 0), Part.amount("cores", 16));

    final Database database = Database.create();
    private final HandClock clock = new HandClock(START);
    private final Journal journal = PostgresJournal.open(database.address());
    final Site site = Site.open(
            journal, () -> new Book("level"), clock, Facts.keepers(), Settings.DEFAULT.withTick(Duration.ofHours(1)));

    public ReportedSite() {
        submit(new Command.AddPool(new Pool("fast", 4, "1")));
        submit(new Command.AddPool(new Pool("slow", 4, "0.5")));
        submit(new Command.AddPool(new Pool("hosts", 3, "1").withParts(PARTS)));
        for (String pool : List.of("fast", "slow", "hosts")) {
            submit(new Command.SetTariff(
                    new PoolId(pool), Tariff.flat(Money.of("2"), HOUR).withFees(200_000, 100_000)));
        }
        submit(new Command.SetRounds(new Rounds(HOUR, new Rules(2, 2, Sorting.SHORTEST, new Excess.Defer(1)))));
        account("ana", Optional.empty());
        account("ben", Optional.of("climate"));
    }

    public Database database() {
        return database;
    }

    void account(String name, Optional<String> project) {
        write(transaction ->
                transaction.record(Accounts.KIND, Account.of(name, Role.USER).withProject(project)));
    }

    void submit(Command command) {
        site.write("olga", transaction -> transaction.submit(command)).join();
    }

    private void write(Consumer<Transaction> work) {
        site.write("olga", transaction -> {
                    work.accept(transaction);
                    return true;
                })
                .join();
    }

    void refuse(String user, long count) {
        write(transaction -> UsageLedger.refused(
                transaction,
                Map.of(new Refusals(user, Optional.empty(), "no-capacity"), new Tally(count, 1_800_000 * count))));
    }

    /** Lets time pass; a fact makes sure that the journal has it. */
    void pass(long time) {
        clock.pass(time);
        account("carl", Optional.empty());
    }

    static Job job(String user, long from, long to, int servers) {
        Job job = Job.exactly("job", new Window(from, to), servers);
        return new Job(job.id(), user, job.ready(), job.deadline(), job.shape(), job.requirements(), job.terms());
    }

    /** One step of a random life. */
    public void step(SplittableRandom random) {
        long now = clock.millis();
        long from = now + random.nextLong(20 * HOUR);
        Job job = job(
                random.nextBoolean() ? "ana" : "ben",
                from,
                from + 1 + random.nextLong(30 * HOUR),
                1 + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            job = job.under(job.terms().withProject("astro"));
        }
        if (random.nextInt(3) == 0) {
            job = job.requiring(Requirements.slice(slice(random)));
        }
        ReservationId some = some(random);
        ServerSet server = ServerSet.of(random.nextInt(4));
        switch (random.nextInt(24)) {
            case 0 -> submit(new Command.Cancel(some));
            case 1 -> submit(new Command.Finish(some));
            case 2 -> submit(new Command.NoShow(some));
            case 3 -> submit(new Command.Hold(job, now + 1 + random.nextLong(5 * HOUR)));
            case 4 -> submit(new Command.Confirm(some));
            case 5 -> submit(new Command.Adjust(some, new Adjustment.Move(random.nextLong(3 * HOUR))));
            case 6 -> submit(new Command.Fail(FAST, server));
            case 7, 8 -> submit(new Command.Restore(FAST, server));
            case 9 ->
                submit(new Command.Overrun(
                        some,
                        1 + random.nextLong(2 * HOUR),
                        List.of(OverrunPolicy.values()).get(random.nextInt(2))));
            case 10, 11 -> submit(new Command.Enqueue(job, new Priority(1 + random.nextInt(3))));
            case 12 -> account("ben", Optional.of("p" + random.nextInt(3)));
            case 13 -> refuse("ana", 1 + random.nextInt(3));
            case 14 -> submit(new Command.AddServers(FAST, random.nextInt(8) == 0 ? 1 : 0, now));
            case 15, 16, 17, 18 -> pass(random.nextLong(6 * HOUR));
            default -> submit(new Command.Reserve(job));
        }
    }

    private static Slice slice(SplittableRandom random) {
        Map<String, Long> cores = Map.of("cores", 1L + random.nextInt(16));
        return switch (random.nextInt(3)) {
            case 0 -> Slice.of(cores, Share.of("gpu", 100 * (1 + random.nextInt(9))));
            case 1 -> Slice.of(Map.of("gpu", 1L + random.nextInt(8)));
            default -> Slice.of(cores);
        };
    }

    private ReservationId some(SplittableRandom random) {
        List<ReservationId> open = site.read(view ->
                view.reservations().stream().map(Reservation::id).sorted().toList());
        return open.isEmpty() ? new ReservationId(1) : open.get(random.nextInt(open.size()));
    }

    @Override
    public void close() {
        site.close();
        journal.close();
    }
}
