package dev.berth.provision.plan;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Min-Min and Max-Min (singh, section 3): level by level; of the tasks left of a level the one whose earliest end is the
 * least, or the greatest, is next. The first by index if several are.
 */
final class LevelByLevel extends SlotScheduler {
    private final String name;
    private final boolean greatest;

    LevelByLevel(String name, boolean greatest) {
        this.name = name;
        this.greatest = greatest;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    boolean fill(SlotDraft draft) {
        int[] levels = draft.problem.workflow().levels();
        int[] order = draft.problem.workflow().order();
        for (int from = 0; from < order.length; ) {
            Set<Integer> left = new LinkedHashSet<>();
            int level = levels[order[from]];
            while (from < order.length && levels[order[from]] == level) {
                left.add(order[from++]);
            }
            if (!putLevel(draft, left)) {
                return false;
            }
        }
        return true;
    }

    private boolean putLevel(SlotDraft draft, Set<Integer> left) {
        while (!left.isEmpty()) {
            int next = -1;
            long end = SlotDraft.NEVER;
            for (int task : left) {
                long other = draft.find(task);
                if (next < 0 || (greatest ? other > end : other < end)) {
                    next = task;
                    end = other;
                }
            }
            if (end == SlotDraft.NEVER) {
                return false;
            }
            draft.find(next);
            draft.put(next);
            left.remove(next);
        }
        return true;
    }
}
