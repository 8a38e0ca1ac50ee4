package dev.berth.provision.plan;

import java.util.ArrayList;
import java.util.List;

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
    boolean fill(Draft draft) {
        int[] levels = draft.problem.workflow().levels();
        int[] order = draft.problem.workflow().order();
        for (int from = 0; from < order.length; ) {
            List<Integer> left = new ArrayList<>();
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

    private boolean putLevel(Draft draft, List<Integer> left) {
        while (!left.isEmpty()) {
            int next = 0;
            long end = draft.find(left.getFirst());
            for (int k = 1; k < left.size(); k++) {
                long other = draft.find(left.get(k));
                if (greatest ? other > end : other < end) {
                    next = k;
                    end = other;
                }
            }
            if (end == Draft.NEVER) {
                return false;
            }
            Integer task = left.get(next);
            left.remove(task);
            draft.find(task);
            draft.put(task);
        }
        return true;
    }
}
