package dev.berth.cli.deal;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.job.JobOptions;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth deals book}. */
final class DealsBook implements ShellCommand {
    private final Remote remote;

    private final JobOptions job = new JobOptions();

    private final DealOptions deal = new DealOptions();

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private @Nullable String name;

    private boolean dryRun;

    DealsBook(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Books through a broker: a job at the best of its sites, or, with --part, servers at several sites at the same"
                        + " time, all or nothing. If that is impossible, shows what every site says.",
                "With --part, the broker finds the earliest time between --from and --deadline at which all sites have room."
                        + " --budget is for all parts together.");
        syntax.parameter("NAME", "Name of the job", value -> name = value);
        deal.declare(syntax);
        job.declareForOneself(syntax, "as-promised");
        syntax.flag("--dry-run", "Show what could be booked, and book nothing", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth deals book render --work 2h --deadline \"tomorrow 18:00\" --prefer price",
                "berth deals book coupled --part north:8 --part south:4:gpu --for 4h --deadline \"Fri 20:00\"");
    }

    @Override
    public int run() {
        return deal.book(remote, job.json(name, remote.moments()), idempotencyKey, dryRun);
    }
}
