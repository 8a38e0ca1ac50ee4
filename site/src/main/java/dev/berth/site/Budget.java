package dev.berth.site;

import dev.berth.engine.book.Command;
import dev.berth.engine.calendar.Effort;

/** How much work one request may cause while others wait for it. */
final class Budget {
    /** Of a transaction, in steps of search: some milliseconds, whatever is asked and however large the site. */
    static final long REQUEST = 50_000;

    /** Of a question: the writer may have to wait for one before every batch. */
    static final long QUESTION = 25_000;

    /** Of the end of a round of queued requests; what is left is decided with the next. */
    static final long ROUND = 100_000;

    /** Of a batch of writes: when it is spent those that wait are the next. At least the first is carried out. */
    static final long BATCH = 50_000;

    /** Of a write, beside what is decided in it: as many as share a batch at most make it full. */
    static final long WRITE = 50;

    /** Of each job that is to be booked together with others, beside what one request has for all: enough to look it up. */
    private static final long EACH_JOB = 25;

    private Budget() {}

    /**
     * What a command may take of the effort that its transaction has. Servers that break down or are taken out of service
     * are for operators to say, and everybody concerned has to be seen to at once.
     */
    static Effort of(Command command, Effort shared) {
        return switch (command) {
            case Command.Fail fail -> Effort.unlimited();
            case Command.Drain drain -> Effort.unlimited();
            case Command.Evacuate evacuate -> Effort.unlimited();
            // A plan is as large as it is; that its jobs are easy to place is what it was made for.
            case Command.Replace replace ->
                Effort.of(Math.max(1, shared.most() - shared.spent())
                        + EACH_JOB * replace.jobs().size());
            default -> shared;
        };
    }
}
