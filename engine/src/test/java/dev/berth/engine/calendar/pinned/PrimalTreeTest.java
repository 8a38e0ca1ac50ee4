package dev.berth.engine.calendar.pinned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of thousands of idle periods under random changes: still the paper's rule, and the shape is the content's. */
class PrimalTreeTest {
    private static final PoolId POOL = new PoolId("p");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void choose_followsThePaper_whateverTheHistory(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PrimalTree tree = new PrimalTree();
        List<IdlePeriod> periods = new ArrayList<>();
        for (int i = 0; i < 6_000; i++) {
            int action = periods.isEmpty() ? 0 : random.nextInt(i < 3_000 ? 4 : 6);
            if (action <= 2) {
                IdlePeriod added = period(random, i);
                periods.add(added);
                tree.insert(added);
            } else {
                IdlePeriod gone = periods.remove(random.nextInt(periods.size()));
                if (action == 3) {
                    IdlePeriod moved = new IdlePeriod(gone.host, gone.start, gone.start + 1 + random.nextInt(300));
                    periods.add(moved);
                    tree.replace(gone, moved);
                } else {
                    tree.remove(gone);
                }
            }
            if (i % 10 == 0) {
                check(tree, periods, random, "seed %d, change %d".formatted(seed, i));
            }
        }
    }

    /** Few distinct times, so that ties are common. */
    private static IdlePeriod period(SplittableRandom random, int number) {
        long start = random.nextInt(500);
        return new IdlePeriod(new Host(POOL, 0, number, Rate.FULL), start, start + 1 + random.nextInt(300));
    }

    private static void check(PrimalTree tree, List<IdlePeriod> periods, SplittableRandom random, String where) {
        long earliest = random.nextInt(700);
        long duration = 1 + random.nextInt(320);
        long deadline = earliest + duration + random.nextInt(100);
        IdlePeriod found = tree.choose(earliest, duration, deadline);
        assertThat(found).as(where).isSameAs(PaperRule.choose(periods, earliest, duration, deadline));
        assertThat(found != null)
                .as(where)
                .isEqualTo(periods.stream().anyMatch(period -> period.fits(earliest, duration, deadline)));
        assertThat(tree.firstToEnd())
                .as(where)
                .isSameAs(periods.stream()
                        .min(Comparator.comparing(p -> p, IdlePeriod.BY_END))
                        .orElse(null));
    }
}
