package dev.berth.service.ask;

import java.util.Optional;

/** Facts about asks. */
public sealed interface AskFact {
    /** An owner is asked. */
    record Made(Ask ask) implements AskFact {}

    /**
     * An ask is over.
     *
     * @param user who was asked; for listeners, who do not know the ask
     * @param held number of the reservation that was made for the job that had found no room
     */
    record Settled(long number, String user, Ask.State state, Optional<Ask.Why> why, Optional<Long> held)
            implements AskFact {}

    /** Whether an account wants to be asked; those who have never said so do. */
    record Choice(String account, boolean asked) implements AskFact {}
}
