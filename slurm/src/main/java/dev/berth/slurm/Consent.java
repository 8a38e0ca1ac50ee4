package dev.berth.slurm;

import dev.berth.engine.model.ReservationId;
import dev.berth.service.runs.Run;
import dev.berth.service.runs.Runs;
import dev.berth.site.Past;
import dev.berth.site.View;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which reservations their owners, or operators, have ended or shortened. A reservation of the cluster in which a job runs is ended
 * or shortened for nobody else: to be moved, displaced, unused or forgotten is no reason to kill what runs.
 *
 * @param ended those that were cancelled or finished
 * @param shortened when those end that were made shorter, in milliseconds since the epoch; of this process alone: after a restart
 *     a job that runs keeps its time
 */
record Consent(Set<ReservationId> ended, Map<ReservationId, Long> shortened) {
    Consent {
        ended = Set.copyOf(ended);
        shortened = Map.copyOf(shortened);
    }

    /** Consent as far as the book knows it. */
    static Consent of(BookNow book, Map<ReservationId, Long> shortened) {
        Set<ReservationId> ended = new HashSet<>();
        book.mentioned().forEach((id, mention) -> {
            if (mention.isEnded()) {
                ended.add(id);
            }
        });
        return new Consent(ended, shortened);
    }

    /** Whether somebody has ended it. The end of one command is not the end of what else its owner runs there. */
    static boolean isGiven(View view, Past past) {
        return switch (past.cause()) {
            case CANCELLED -> true;
            case FINISHED_EARLY -> !isReported(view, past);
            case ENDED, NO_SHOW, EXPIRED, DISPLACED -> false;
        };
    }

    private static boolean isReported(View view, Past past) {
        Optional<Run> run = view.facts(Runs.class).of(past.reservation().id());
        return run.flatMap(Run::ending)
                .filter(ending -> ending.at() == past.closed())
                .isPresent();
    }

    boolean mayEnd(ReservationId id) {
        return ended.contains(id);
    }

    boolean mayEndAt(ReservationId id, long end) {
        return mayEnd(id) || shortened.getOrDefault(id, Long.MAX_VALUE) <= end;
    }
}
