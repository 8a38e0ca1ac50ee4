package dev.berth.service.ask;

import dev.berth.service.account.Account;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.function.BiPredicate;

/**
 * The ask that a request is about, as its sender has seen it.
 *
 * @param asker sender of the request
 * @param id as it was sent
 * @param isAsSeen whether the ask, at a time, is still the one that was read
 */
public record AskTarget(Account asker, String id, BiPredicate<Ask, Long> isAsSeen) {
    /** Whatever has become of it since. */
    public static AskTarget of(Account asker, String id) {
        return new AskTarget(asker, id, (ask, now) -> true);
    }

    /** The ask, if its sender may see it. */
    Ask in(Transaction transaction) {
        return Answering.seen(transaction.view(), asker, id);
    }

    /** Refuses what was meant for the ask as it was before. */
    void checkAsSeen(Transaction transaction, Ask ask) {
        if (!isAsSeen.test(ask, transaction.now())) {
            throw Problem.of(Code.CHANGED_SINCE, ask.id() + " has changed since; read it again, then answer it")
                    .toException();
        }
    }
}
