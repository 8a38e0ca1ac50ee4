package dev.berth.provision.search;

import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Good plans to begin with: all slots, only those that are paid by use, the fewest of the first, single ones, and what is
 * left when slots are taken away as long as the workflow fits.
 */
final class Seeds {
    private static final int MOST_DESCENTS = 50;

    private final SearchRun run;
    private final SlotAvailability availability;
    private final List<Candidate> planted = new ArrayList<>();

    Seeds(SearchRun run) {
        this.run = run;
        this.availability = run.objective().planning().problem().availability();
    }

    /**
     * Evaluates good plans; the feasible ones.
     *
     * @param share of the budget that may be spent on it
     */
    List<Candidate> plant(double share) {
        int slots = availability.size();
        BitSet every = new BitSet();
        every.set(0, slots);
        Candidate all = plant(every);
        BitSet byUse = new BitSet();
        IntStream.range(0, slots)
                .filter(slot -> availability.slot(slot).divisible())
                .forEach(byUse::set);
        plant(byUse);
        first(share / 2);
        singles(share / 2);
        for (int descent = 0; all.isFeasible() && descent < MOST_DESCENTS && !run.isSpent(share); descent++) {
            descend(all, share);
        }
        planted.removeIf(candidate -> !candidate.isFeasible());
        return planted;
    }

    private Candidate plant(BitSet choice) {
        List<Candidate> candidates = run.evaluate(List.of(choice));
        planted.addAll(candidates);
        return candidates.isEmpty() ? Candidate.infeasible(choice) : candidates.getFirst();
    }

    /** The fewest slots, by start, on which the workflow fits, found by halving; on the way several others. */
    private void first(double share) {
        List<Integer> byStart = IntStream.range(0, availability.size())
                .boxed()
                .sorted(Comparator.comparingLong(slot -> availability.slot(slot).start()))
                .toList();
        int low = 0;
        int high = byStart.size();
        while (high - low > 1 && !run.isSpent(share)) {
            int middle = (low + high) / 2;
            BitSet choice = new BitSet();
            byStart.subList(0, middle).forEach(choice::set);
            if (plant(choice).isFeasible()) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }

    /** The cheapest slots that could be wide and long enough alone. */
    private void singles(double share) {
        long needed = run.objective().planning().problem().leastServerTime();
        int widest = run.objective().planning().problem().application().widest();
        List<Integer> candidates = IntStream.range(0, availability.size())
                .filter(slot -> availability.slot(slot).servers() >= widest)
                .filter(slot -> capacity(availability.slot(slot)) >= needed)
                .boxed()
                .sorted(Comparator.comparingLong(slot -> price(availability.slot(slot))))
                .toList();
        for (int slot : candidates) {
            if (!run.isSpent(share)) {
                BitSet choice = new BitSet();
                choice.set(slot);
                plant(choice);
            }
        }
    }

    private static long capacity(Slot slot) {
        return slot.extensible() ? Long.MAX_VALUE : serverTime(slot);
    }

    private static long serverTime(Slot slot) {
        return Math.multiplyExact(slot.servers(), slot.duration());
    }

    private static long price(Slot slot) {
        return slot.divisible()
                ? slot.cost(1, 1).millionths()
                : slot.cost(serverTime(slot), 1).millionths();
    }

    /** Takes away some at random, then fewer, until not even one can go. */
    private void descend(Candidate from, double share) {
        BitSet left = from.slots();
        int failures = 0;
        for (int some = Math.max(1, left.cardinality() / 4); !run.isSpent(share) && failures < 5; ) {
            BitSet fewer = (BitSet) left.clone();
            for (int k = 0; k < some && !fewer.isEmpty(); k++) {
                int[] slots = fewer.stream().toArray();
                fewer.clear(slots[run.random().nextInt(slots.length)]);
            }
            Candidate candidate = plant(fewer);
            if (candidate.isFeasible()) {
                left = candidate.slots();
                some = Math.max(1, Math.min(some, left.cardinality() / 4));
                failures = 0;
            } else {
                failures += some == 1 ? 1 : 0;
                some = Math.max(1, some / 2);
            }
        }
    }
}
