package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.account.AuditLog;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.words.PartWords;
import java.util.Arrays;
import java.util.List;

/**
 * Tells the book what a round has found, in one transaction. The book may refuse a command, because it has changed since its picture was
 * taken or for reasons of its own; the next round asks again.
 */
final class BookTelling {
    /** Most attempts to avoid servers in one round; each is decided as a drain would be, while everybody waits. */
    private static final int MOST_TRIES = 64;

    private final Transaction transaction;
    private int tries = MOST_TRIES;

    BookTelling(Transaction transaction) {
        this.transaction = transaction;
    }

    void submit(List<Command> commands) {
        for (Command command : commands) {
            if (command instanceof Command.Avoid avoid) {
                avoid(avoid);
            } else if (command instanceof Command.SetLicences licences) {
                licences(licences);
            } else {
                isTaken(command);
            }
        }
    }

    /**
     * Avoids servers together if nobody needs any of them, else each half of them, as far as the tries reach: where all of a pool is
     * promised, nobody is better off without the node that he is to have, and the book must not be kept busy with asking.
     */
    private void avoid(Command.Avoid all) {
        int count = all.servers().size();
        if (tries-- <= 0 || isTaken(all) || count < 2) {
            return;
        }
        int[] servers = all.servers().stream().toArray();
        avoid(half(all, servers, 0, count / 2));
        avoid(half(all, servers, count / 2, count));
    }

    private static Command.Avoid half(Command.Avoid all, int[] servers, int from, int to) {
        return new Command.Avoid(
                all.pool(), ServerSet.of(Arrays.copyOfRange(servers, from, to)), all.window(), all.cause());
    }

    /** Where more are promised than the cluster has by now, the site keeps its number, and those that are missing are free for nobody. */
    private void licences(Command.SetLicences asked) {
        View view = transaction.view();
        Amounts before = view.licences();
        if (!isTaken(asked)) {
            Command.SetLicences kept = LicenceUse.withMissing(asked, before, view.heldLicences(), view.now());
            if (!kept.licences().equals(before) || !kept.held().equals(view.heldLicences())) {
                isTaken(kept);
            }
        }
        Amounts after = transaction.view().licences();
        if (!after.equals(before)) {
            AuditLog.add(
                    transaction,
                    "set-licences",
                    "site",
                    (after.isEmpty() ? "none" : PartWords.licences(after)) + ", as the cluster has them");
        }
    }

    private boolean isTaken(Command command) {
        if (transaction.submit(command) instanceof Decision.Refused refused) {
            Deeds.refused(command, refused.refusal());
            return false;
        }
        Deeds.audit(transaction, command);
        return true;
    }
}
