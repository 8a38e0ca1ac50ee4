package dev.berth.slurm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reservations that the cluster refuses as busy, round after round. Others make room for them in the first round after a refusal, and then
 * ever more rarely, because a job may be the reason, for which nothing but time helps.
 */
final class BusyCount {
    private final Map<String, Integer> refusals = new HashMap<>();

    /** Takes in what became of the actions of a round. */
    void see(Map<Action, ActionOutcome> outcomes) {
        Set<String> still = new HashSet<>();
        outcomes.forEach((action, outcome) -> {
            if (outcome instanceof ActionOutcome.Refused refused && refused.why() == ActionOutcome.Why.BUSY) {
                still.add(action.name());
            }
        });
        refusals.keySet().retainAll(still);
        still.forEach(name -> refusals.merge(name, 1, Integer::sum));
    }

    /** The names of those for which room is to be made in this round: after 1, 2, 4, 8 and so on refusals. */
    Set<String> due() {
        Set<String> due = new HashSet<>();
        refusals.forEach((name, count) -> {
            if (Integer.bitCount(count) == 1) {
                due.add(name);
            }
        });
        return due;
    }
}
