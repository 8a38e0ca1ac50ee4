package dev.berth.provision.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.slot.Slot;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many slots, too many to try every choice, and next to none that the workflow fits on: all plans are one and the same,
 * so that a population of different ones shrinks to one, or there is none at all.
 */
class FewUsableSlotsTest {
    private static final int USELESS = 40;

    /** Gaps of half an hour between reservations, and some slots that are long enough, each later and cheaper. */
    static Planning planning(int usable) {
        List<Slot> slots = new ArrayList<>();
        for (int hour = 0; hour < USELESS; hour++) {
            slots.add(Slot.whole(hour * 60L, 16, 30));
        }
        for (int k = 0; k < usable; k++) {
            slots.add(Slot.whole((USELESS + 2L * k) * 60, 2 - k, 100 + k));
        }
        Workflow workflow = Workflow.builder("small")
                .task("a", "", 40)
                .task("b", "", 40)
                .edge("a", "b", 0)
                .build();
        return new Planning(
                new Provisioning(
                        new ParallelWorkflow(workflow, new int[] {1, 1}),
                        SlotAvailability.of(new SlotSite("s", Rate.FULL), slots),
                        0),
                SlotSchedulers.HEFT);
    }

    static Stream<Arguments> searches() {
        return Search.ALL.stream()
                .flatMap(search -> Stream.of(0, 1, 2)
                        .flatMap(usable -> Stream.of(
                                        SearchSettings.of(50, 50, 1),
                                        SearchSettings.of(2, 20, 1),
                                        SearchSettings.of(3, 9, 2))
                                .map(settings -> Arguments.of(search.name(), usable, settings))));
    }

    @ParameterizedTest
    @MethodSource("searches")
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everySearchEnds(String name, int usable, SearchSettings settings) {
        SearchResult found = Search.get(name).run(planning(usable), settings, Watcher.NOBODY);
        assertThat(found.finished()).isTrue();
        assertThat(found.evaluations()).isBetween(1, settings.budget());
        assertThat(found.set().size()).isLessThanOrEqualTo(Math.max(usable, name.equals("seeded") ? 0 : 50));
        if (usable == 0) {
            assertThat(found.set().isEmpty()).isTrue();
        } else if (name.equals("seeded") && settings.population() == 50) {
            assertThat(found.set().size()).isEqualTo(usable);
        }
    }

    @ParameterizedTest
    @MethodSource("searches")
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everySearchWithALimit_findsTheSame(String name, int usable, SearchSettings settings) {
        SearchSettings limited = new SearchSettings(
                settings.population(), settings.iterations(), settings.seed(), Duration.ofDays(400_000));
        SearchResult found = Search.get(name).run(planning(usable), limited, Watcher.NOBODY);
        assertThat(found.finished()).isTrue();
        assertThat(found.set().candidates())
                .isEqualTo(Search.get(name)
                        .run(planning(usable), settings, Watcher.NOBODY)
                        .set()
                        .candidates());
    }

    /** Whatever a library does within a search: it is left behind at the limit, with what was found until then. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void searchThatNeverReturns_endsByItsLimitWithTheBestSoFar() {
        AtomicBoolean over = new AtomicBoolean();
        Evolution stuck = new Evolution() {
            @Override
            public List<BitSet> parents(List<Candidate> population) {
                while (!over.get()) {
                    Thread.onSpinWait();
                }
                return List.of();
            }

            @Override
            public List<Candidate> survivors(List<Candidate> parents, List<Candidate> children) {
                return parents;
            }
        };
        try {
            Search search = new Search("stuck", operators -> stuck, true);
            SearchResult found =
                    search.run(planning(2), new SearchSettings(50, 50, 1, Duration.ofMillis(100)), Watcher.NOBODY);
            assertThat(found.finished()).isFalse();
            assertThat(found.set().size()).isEqualTo(2);
        } finally {
            over.set(true);
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void searchThatIsInterrupted_answersTheBestSoFar() {
        SearchResult found = Search.SEEDED.run(planning(2), SearchSettings.of(50, 50, 1), (done, of) -> {
            if (done > 60) {
                Thread.currentThread().interrupt();
            }
            return true;
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(found.finished()).isFalse();
        assertThat(found.evaluations()).isLessThan(120);
    }

    /** Stopped from outside while a single choice is being evaluated. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void evaluationThatIsStopped_isLeft() {
        BitSet all = new BitSet();
        all.set(0, USELESS + 2);
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> planning(2).outcome(all, () -> asked.incrementAndGet() == 2))
                .isInstanceOf(Cancelled.class);
    }
}
