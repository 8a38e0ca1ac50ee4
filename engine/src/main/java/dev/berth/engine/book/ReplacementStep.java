package dev.berth.engine.book;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import java.util.List;
import java.util.function.Function;

/** Many jobs at once, perhaps in place of older reservations: all or nothing. */
final class ReplacementStep {
    /** Cost of applying the events of one decision and undoing them, in steps. */
    private static final int EVENT = 10;

    private final State state;
    private final Function<ReservationId, Decision> cancel;
    private final Function<Job, Decision> reserve;

    ReplacementStep(State state, Function<ReservationId, Decision> cancel, Function<Job, Decision> reserve) {
        this.state = state;
        this.cancel = cancel;
        this.reserve = reserve;
    }

    /** Each is decided on what those before it have left; the first that is refused ends it. */
    Decision replace(List<ReservationId> old, List<Job> jobs) {
        Trial trial = new Trial(state);
        try {
            Quote quote = Quote.NONE;
            int steps = old.size() + jobs.size();
            for (int i = 0; i < steps; i++) {
                if (i >= old.size() && state.effort.isSpent()) {
                    return new Decision.Refused(new Refusal.TooCostly(state.effort.most()));
                }
                state.effort.spend(EVENT);
                Decision decision = i < old.size() ? cancel.apply(old.get(i)) : reserve.apply(jobs.get(i - old.size()));
                if (!(decision instanceof Accepted accepted)) {
                    return decision;
                }
                accepted.events().forEach(trial::add);
                quote = quote.plus(accepted.quote());
            }
            return new Accepted(trial.events(), quote);
        } finally {
            trial.undo();
        }
    }
}
