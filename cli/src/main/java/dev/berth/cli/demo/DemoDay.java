package dev.berth.cli.demo;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.site.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** A day of plausible reservations by several users; the same seed asks for the same jobs. */
final class DemoDay {
    private static final long SEED = 7117;
    private static final int JOBS = 36;
    private static final long QUARTER = Duration.ofMinutes(15).toMillis();
    private static final List<String> USERS = List.of("ana", "ben", "chen", "dora");
    private static final List<String> NAMES =
            List.of("forecast", "render", "alignment", "training", "course", "simulation", "backup", "nightly-tests");

    private DemoDay() {}

    /** Makes the accounts and books what fits; returns how many reservations that are. */
    static int book(Transaction transaction) {
        for (String user : USERS) {
            transaction.record(Accounts.KIND, Account.of(user, Role.USER));
            transaction.record(AuditLog.KIND, new AuditLog.Deed("add-account", user, "for the demo"));
        }
        SplittableRandom random = new SplittableRandom(SEED);
        int booked = 0;
        for (int i = 0; i < JOBS; i++) {
            Job job = job(random, i, transaction.now());
            if (transaction.submit(new Command.Reserve(job)) instanceof Decision.Accepted accepted) {
                booked++;
                transaction.record(
                        AuditLog.KIND,
                        new AuditLog.Deed("book", accepted.reservation().id().toString(), "for the demo"));
            }
        }
        return booked;
    }

    private static Job job(SplittableRandom random, int number, long now) {
        // A third is wanted at once, so that the demo shows reservations that run.
        long ready = number % 3 == 0 ? now : now - now % QUARTER + QUARTER * random.nextInt(1, 72);
        long work = QUARTER * random.nextInt(2, 17);
        long slack = QUARTER * random.nextInt(0, 17);
        int servers = random.nextInt(1, 4);
        boolean accelerated = random.nextInt(4) == 0;
        return new Job(
                new JobId(NAMES.get(random.nextInt(NAMES.size())) + "-" + (number + 1)),
                USERS.get(random.nextInt(USERS.size())),
                ready,
                // Twice the work, so that the old servers, of half the speed, are a choice.
                ready + 2 * work + slack,
                new Shape.Rigid(servers, new Work(work)),
                accelerated ? Requirements.attribute("gpu", "h100") : Requirements.NONE,
                Terms.NONE);
    }
}
