package dev.berth.api;

import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import dev.berth.service.quota.OverLimit;
import dev.berth.site.Overloaded;
import dev.berth.site.SiteStopped;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.concurrent.CompletionException;

/** Problems for callers when the site cannot do its work: whether anything was carried out, and what to do next. */
final class SiteTrouble {
    private SiteTrouble() {}

    /** Problem of a site that cannot be used. */
    static Problem stopped(SiteStopped stopped) {
        return stopped.isTemporary()
                ? Problem.of(Code.NOT_LEADING, "This instance does not lead the site now; try again in a second")
                : Problem.of(
                        Code.JOURNAL_UNAVAILABLE, "The service must be restarted: a failed change could not be undone");
    }

    /** Exception to throw for a write that failed. */
    static RuntimeException of(CompletionException e) {
        if (e.getCause() instanceof JournalUnavailable unavailable) {
            return Problem.of(
                            Code.JOURNAL_UNAVAILABLE,
                            unavailable.inDoubt()
                                    ? "The journal failed while this was being written; repeat it with the same"
                                            + " Idempotency-Key, or check first whether it was carried out"
                                    : "The journal cannot be written now; nothing has changed")
                    .toException();
        }
        if (e.getCause() instanceof JournalLost lost) {
            return lost(lost).toException();
        }
        if (e.getCause() instanceof Overloaded overloaded) {
            return Problem.of(Code.OVERLOADED, Checks.present(overloaded.getMessage()))
                    .toException();
        }
        if (e.getCause() instanceof OverLimit over) {
            return of(over);
        }
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }

    static Rejected of(OverLimit over) {
        return new Rejected(OverLimit.problem(over.broken()), over.asked());
    }

    private static Problem lost(JournalLost lost) {
        return lost.inDoubt()
                ? Problem.of(
                        Code.OUTCOME_UNKNOWN,
                        "The connection to the journal was lost while this was being written, and it may have been"
                                + " carried out. Repeat it with the same Idempotency-Key, or check first")
                : Problem.of(
                        Code.NOT_LEADING,
                        "Another instance leads this site now. This request was not carried out; send it again");
    }
}
