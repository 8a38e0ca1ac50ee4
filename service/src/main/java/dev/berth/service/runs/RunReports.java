package dev.berth.service.runs;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Target;
import dev.berth.service.opportunistic.Courses;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import dev.berth.words.Phrase;
import java.util.Optional;

/** Reports of runners: a command has begun, or it has ended. Repeating a report changes nothing. */
public final class RunReports {
    private RunReports() {}

    /**
     * Report that a command begins.
     *
     * @param runner a name that nobody else uses
     * @param again whether it may follow another command of this reservation; a task of a plan must not
     */
    public record Beginning(String runner, String host, String command, boolean again) {}

    /**
     * How a command ended.
     *
     * @param how all but {@link Run.How#LOST}, which nobody reports
     * @param keepsServers whether its reservation goes on; that of a task of a plan ends with the report of the task
     */
    public record End(String runner, Run.How how, int exitCode, boolean keepsServers) {}

    /**
     * Lets a runner run: nothing else runs in this reservation, and its servers are free. One command may follow another in a
     * reservation, once the first is known to be over.
     */
    public static Run begin(Transaction transaction, Target target, Beginning beginning) {
        Optional<Run> known = transaction.view().facts(Runs.class).of(target.id());
        if (known.isPresent() && isBy(known.get(), target.asker(), beginning.runner())) {
            return known.get();
        }
        Reservation reservation = target.inside(transaction.view());
        known.filter(run -> !(beginning.again() && run.isOver())).ifPresent(run -> {
            throw already(run, target.id());
        });
        if (!reservation.isRunning()) {
            throw notRunning(Phrase.of(
                    "Reservation %s has not started; it starts at %s",
                    target.id(), Phrase.time(reservation.window().start())));
        }
        transaction.view().facts(Runs.class).handover().check(transaction.view(), reservation);
        transaction
                .view()
                .facts(Courses.class)
                .overdue()
                .check(
                        reservation.placement().pool(),
                        reservation.placement().servers(),
                        beginning.runner(),
                        transaction.now());
        Run run = new Run(
                target.id().number(),
                user(target.asker(), reservation),
                beginning.runner(),
                beginning.host(),
                beginning.command(),
                transaction.now(),
                Optional.empty());
        transaction.record(Runs.KIND, run);
        AuditLog.add(transaction, "run", target.id().toString(), "%s on %s".formatted(run.command(), run.host()));
        return run;
    }

    /** Whose run it is: the guest's who runs it, otherwise the owner's. */
    private static String user(Account asker, Reservation reservation) {
        return asker.owns(reservation.job().user()) ? reservation.job().user() : asker.name();
    }

    private static Rejected already(Run run, ReservationId id) {
        return Problem.of(
                        Code.ALREADY_RUNS,
                        Phrase.of(
                                "Reservation %s %s %s on %s since %s; a reservation runs one command at a time",
                                id,
                                run.isRunning() ? "already runs" : "has already run",
                                run.command(),
                                run.host(),
                                Phrase.time(run.began())))
                .toException();
    }

    /**
     * Takes in how a run ended, and gives its servers back unless they are kept, that was done before, or they are another's: the run
     * of a guest, or of somebody who has handed the reservation over, does not end it.
     */
    public static Run end(Transaction transaction, Account asker, ReservationId id, End end) {
        Run run = own(transaction.view(), asker, id, end.runner());
        if (!run.isOpenToReports()) {
            return run;
        }
        Run ended = run.ended(new Run.Ending(end.how(), Optional.of(end.exitCode()), transaction.now()));
        transaction.record(Runs.KIND, ended);
        AuditLog.add(
                transaction,
                "run-end",
                id.toString(),
                switch (end.how()) {
                            case CUT_SHORT -> "stopped, ";
                            case OUT_OF_MEMORY -> "out of memory, ";
                            case EXITED, LOST -> "";
                        }
                        + "exit code " + end.exitCode());
        if (!end.keepsServers()
                && Bookings.find(transaction.view(), id)
                        .filter(reservation -> reservation.isRunning()
                                && reservation.job().user().equals(run.user()))
                        .isPresent()) {
            Bookings.accepted(transaction.submit(new Command.Finish(id)));
        }
        return ended;
    }

    /** The run that a runner speaks of. */
    private static Run own(View view, Account asker, ReservationId id, String runner) {
        Run run = view.facts(Runs.class)
                .of(id)
                .orElseThrow(() -> notRunning(Phrase.of("Nothing runs in reservation %s", id)));
        asker.checkOwns(run.user(), "reservation " + id);
        if (!run.runner().equals(runner)) {
            throw already(run, id);
        }
        return run;
    }

    private static boolean isBy(Run run, Account asker, String runner) {
        return run.runner().equals(runner) && asker.owns(run.user());
    }

    private static Rejected notRunning(Phrase why) {
        return Problem.of(Code.NOT_RUNNING, why).toException();
    }
}
