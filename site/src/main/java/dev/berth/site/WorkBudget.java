package dev.berth.site;

import dev.berth.engine.book.Command;
import dev.berth.engine.calendar.Effort;

/** How much work one request may cause while others wait for it. */
final class WorkBudget {
    /** Steps of search for one transaction: a few milliseconds, whatever it asks for and however large the site is. */
    static final long REQUEST = 50_000;

    /** Steps for one question: the writer may have to wait for one before every batch. */
    static final long QUESTION = 25_000;

    /** Steps for the end of a round of queued requests; the requests left over are decided in the next round. */
    static final long ROUND = 100_000;

    /** Steps for offering what has come free to those who wait, in one transaction. */
    static final long SERVING = 50_000;

    /**
     * Steps for a batch of writes: once they are spent, waiting writes go into the next batch. The first is always carried
     * out.
     */
    static final long BATCH = 50_000;

    /**
     * Steps charged for each write in addition to its decisions, so that a batch is full after the most writes that may
     * share one.
     */
    static final long WRITE = 50;

    /** Additional steps for each job that is booked together with others: enough to look it up. */
    private static final long EACH_JOB = 25;

    private WorkBudget() {}

    /**
     * Effort that a command may use, usually that of its transaction. Unlimited if servers fail or are taken out of service, or pools are joined:
     * only operators say so, and every affected reservation has to be handled at once.
     */
    static Effort of(Command command, Effort shared) {
        return switch (command) {
            case Command.Fail fail -> Effort.unlimited();
            case Command.Drain drain -> Effort.unlimited();
            case Command.Evacuate evacuate -> Effort.unlimited();
            case Command.JoinPools join -> Effort.unlimited();
            // A plan is as large as it is; that its jobs are easy to place is what it was made for.
            case Command.Replace replace ->
                Effort.of(Math.max(1, shared.most() - shared.spent())
                        + EACH_JOB * replace.jobs().size());
            case Command.AddPool e -> shared;
            case Command.AddServers e -> shared;
            case Command.Reserve e -> shared;
            case Command.Hold e -> shared;
            case Command.Confirm e -> shared;
            case Command.Change e -> shared;
            case Command.Adjust e -> shared;
            case Command.Give e -> shared;
            case Command.GiveWay e -> shared;
            case Command.SetTariff e -> shared;
            case Command.SetRounds e -> shared;
            case Command.SetLicences e -> shared;
            case Command.SetPolicy e -> shared;
            case Command.Enqueue e -> shared;
            case Command.Cancel e -> shared;
            case Command.Finish e -> shared;
            case Command.NoShow e -> shared;
            case Command.StartBound e -> shared;
            case Command.Reclaim e -> shared;
            case Command.Block e -> shared;
            case Command.Avoid e -> shared;
            case Command.Unblock e -> shared;
            case Command.Restore e -> shared;
            case Command.NameServers e -> shared;
            case Command.Bind e -> shared;
            case Command.Settle e -> shared;
            case Command.Shun e -> shared;
            case Command.Advance e -> shared;
            case Command.Overrun e -> shared;
            case Command.QueueOpportunist e -> shared;
            case Command.CancelOpportunist e -> shared;
            case Command.FinishOpportunist e -> shared;
            case Command.Await e -> shared;
            case Command.Leave e -> shared;
            case Command.Serve e -> shared;
            case Command.PassOver e -> shared;
            case Command.Decline e -> shared;
        };
    }
}
