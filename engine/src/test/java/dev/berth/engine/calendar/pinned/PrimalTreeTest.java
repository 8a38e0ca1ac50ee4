package dev.berth.engine.calendar.pinned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.pinned.PaperRule.Free;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees of thousands of idle periods under random changes: still the paper's rule, and the shape is the content's. */
class PrimalTreeTest {
    private static final PoolId POOL = new PoolId("p");

    @ParameterizedTest
    @CsvSource({"FIRST_MARKED_FIRST,1", "FIRST_MARKED_FIRST,2", "LAST_MARKED_FIRST,3", "LAST_MARKED_FIRST,4"})
    void choose_followsThePaper_whateverTheHistory(MarkedOrder order, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PrimalTree tree = new PrimalTree(order);
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
                check(tree, order, periods, random, "%s, seed %d, change %d".formatted(order, seed, i));
            }
        }
    }

    /** Few distinct times, so that ties are common. */
    private static IdlePeriod period(SplittableRandom random, int number) {
        long start = random.nextInt(500);
        return new IdlePeriod(new Host(POOL, 0, number, Rate.FULL), start, start + 1 + random.nextInt(300));
    }

    private static void check(
            PrimalTree tree, MarkedOrder order, List<IdlePeriod> periods, SplittableRandom random, String where) {
        long earliest = random.nextInt(700);
        long duration = 1 + random.nextInt(320);
        long deadline = earliest + duration + random.nextInt(100);
        List<Free> all = periods.stream().map(PrimalTreeTest::free).toList();
        IdlePeriod found = tree.choose(earliest, duration, deadline);
        assertThat(found == null ? null : free(found))
                .as(where)
                .isEqualTo(PaperRule.choose(order == MarkedOrder.LAST_MARKED_FIRST, all, earliest, duration, deadline));
        assertThat(found != null)
                .as(where)
                .isEqualTo(all.stream().anyMatch(period -> period.takes(earliest, duration, deadline)));
        IdlePeriod first = tree.firstToEnd();
        assertThat(first == null ? null : free(first))
                .as(where)
                .isEqualTo(all.stream().min(Free.BY_END).orElse(null));
    }

    private static Free free(IdlePeriod period) {
        return new Free(period.host.poolOrder(), period.host.number(), period.start, period.end);
    }
}
