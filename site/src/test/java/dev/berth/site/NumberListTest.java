package dev.berth.site;

import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NumberListTest {
    @Test
    void holdsWhatASortedSetHolds() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            NumberList list = new NumberList();
            TreeSet<Long> set = new TreeSet<>();
            long next = 1;
            for (int step = 0; step < 300; step++) {
                long number = random.nextInt(4) == 0 ? 1 + random.nextLong(next) : next++;
                if (random.nextInt(5) < 3) {
                    list.add(number);
                    set.add(number);
                } else {
                    long gone = set.isEmpty() || random.nextBoolean() ? number : set.first();
                    list.remove(gone);
                    set.remove(gone);
                }
                long after = random.nextLong(next + 2);
                // A plain comparison: to describe each of 60,000 takes longer than to compare them.
                List<Long> found = list.after(after).boxed().toList();
                List<Long> expected = List.copyOf(set.tailSet(after, false));
                if (!found.equals(expected) || list.isEmpty() != set.isEmpty()) {
                    fail("seed %d, step %d: after %d %s instead of %s", seed, step, after, found, expected);
                }
            }
        }
    }
}
