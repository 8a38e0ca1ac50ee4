package dev.berth.provision.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.provision.plan.Outcome;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.RandomProblems;
import dev.berth.provision.plan.SlotSchedulers;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
    private static Planning planning(long seed, int slots, int tasks) {
        return new Planning(RandomProblems.problem(new Random(seed), slots, tasks), SlotSchedulers.HEFT);
    }

    /** All choices of slots, and of all pairs of cost and makespan those that no other dominates. */
    private static List<List<Long>> truth(Planning planning) {
        Set<List<Long>> all = new HashSet<>();
        for (long bits = 1; bits < 1L << planning.problem().availability().size(); bits++) {
            Outcome outcome = planning.outcome(BitSet.valueOf(new long[] {bits}));
            if (outcome.isFeasible()) {
                all.add(List.of(outcome.cost().millionths(), outcome.makespan()));
            }
        }
        return all.stream()
                .filter(one -> all.stream()
                        .noneMatch(other ->
                                other.get(0) <= one.get(0) && other.get(1) <= one.get(1) && !other.equals(one)))
                .toList();
    }

    private static List<List<Long>> points(ParetoSet set) {
        return set.candidates().stream()
                .map(candidate -> List.of(candidate.cost().millionths(), candidate.makespan()))
                .toList();
    }

    /** With a ninth of the evaluations that all choices would take. */
    @Test
    void upTo14Slots_nearlyAllOfTheTrueParetoSetIsFound() {
        int points = 0;
        int found = 0;
        for (long seed = 0; seed < 12; seed++) {
            Planning planning = planning(seed, 14, 8);
            List<List<Long>> truth = truth(planning);
            List<List<Long>> ours = points(Search.SEEDED
                    .run(planning, SearchSettings.of(60, 29, seed), Watcher.NOBODY)
                    .set());
            points += truth.size();
            found += (int) truth.stream().filter(ours::contains).count();
        }
        assertThat(points).isGreaterThan(30);
        assertThat((double) found / points).isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void fewSlots_areEnumerated(long seed) {
        Planning planning = planning(seed, 8, 6);
        SearchResult found = Search.SEEDED.run(planning, SearchSettings.of(20, 20, 1), Watcher.NOBODY);
        assertThat(found.exact()).isTrue();
        assertThat(points(found.set())).containsExactlyInAnyOrderElementsOf(truth(planning));
    }

    @Test
    void everySearch_isReproducible_withinItsBudget_onAnyNumberOfProcessors() throws Exception {
        for (Search search : Search.ALL) {
            Planning planning = planning(7, 40, 12);
            SearchSettings settings = SearchSettings.of(20, 10, 3);
            SearchResult once = search.run(planning, settings, Watcher.NOBODY);
            try (ForkJoinPool single = new ForkJoinPool(1)) {
                SearchResult again = single.submit(() -> search.run(planning, settings, Watcher.NOBODY))
                        .get();
                assertThat(again.set().candidates())
                        .as(search.name())
                        .isEqualTo(once.set().candidates());
                assertThat(again.evaluations()).isEqualTo(once.evaluations());
            }
            assertThat(once.evaluations()).isLessThanOrEqualTo(220);
            assertThat(once.set().isEmpty()).isFalse();
            assertThat(once.finished()).isTrue();
            assertThat(points(once.set())).isEqualTo(points(ParetoSet.of(once.seen())));
        }
    }

    @Test
    void moga_isBeatenByBetterStarts_atTheSameBudget() {
        double plain = 0;
        double seeded = 0;
        for (long seed = 0; seed < 10; seed++) {
            Planning planning = planning(seed, 60, 20);
            ParetoSet one = Search.MOGA
                    .run(planning, SearchSettings.of(10, 10, seed), Watcher.NOBODY)
                    .set();
            ParetoSet other = Search.SEEDED
                    .run(planning, SearchSettings.of(10, 10, seed), Watcher.NOBODY)
                    .set();
            long cost = one.candidates().stream()
                            .mapToLong(c -> c.cost().millionths())
                            .max()
                            .orElse(1_000_000)
                    * 11
                    / 10;
            long time = one.candidates().stream()
                            .mapToLong(Candidate::makespan)
                            .max()
                            .orElse(100)
                    * 11
                    / 10;
            plain += one.hypervolume(cost, time);
            seeded += other.hypervolume(cost, time);
        }
        assertThat(seeded).isGreaterThan(1.05 * plain);
    }

    @Test
    void endedByTheWatcher_answersTheBestSoFar() {
        SearchResult found =
                Search.SEEDED.run(planning(7, 40, 12), SearchSettings.of(50, 50, 3), (done, of) -> done < 100);
        assertThat(found.finished()).isFalse();
        assertThat(found.evaluations()).isBetween(100, 116);
        assertThat(found.set().isEmpty()).isFalse();
    }

    @Test
    void outOfTime_answersTheBestSoFar() {
        SearchSettings instant = new SearchSettings(50, 50, 3, Duration.ofNanos(1));
        SearchResult found = Search.SEEDED.run(planning(7, 40, 12), instant, Watcher.NOBODY);
        assertThat(found.finished()).isFalse();
        assertThat(found.evaluations()).isEqualTo(1);
    }

    @Test
    void nothingToChooseFrom_orNothingFeasible_isAnEmptySet() {
        assertThat(Search.MOGA
                        .run(planning(1, 0, 3), SearchSettings.of(10, 10, 1), Watcher.NOBODY)
                        .set()
                        .isEmpty())
                .isTrue();
        Planning impossible = planning(1, 0, 3);
        assertThatThrownBy(() -> Search.MOGA
                        .run(impossible, SearchSettings.of(10, 10, 1), Watcher.NOBODY)
                        .set()
                        .choose(0.5))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void choice_weighsNormalisedCosts() {
        ParetoSet set = ParetoSet.of(List.of(point(100, 50), point(200, 20), point(300, 10), point(250, 40)));
        assertThat(set.candidates()).containsExactly(point(100, 50), point(200, 20), point(300, 10));
        assertThat(set.choose(0)).isEqualTo(point(300, 10));
        assertThat(set.choose(1)).isEqualTo(point(100, 50));
        // 200, 20 is half way in cost and a quarter in time.
        assertThat(set.value(point(200, 20), 0.4)).isEqualTo(0.4 * 0.5 + 0.6 * 0.25);
        assertThat(set.choose(0.5)).isEqualTo(point(200, 20));
        assertThat(ParetoSet.of(List.of(point(5, 5))).choose(0.3)).isEqualTo(point(5, 5));
        assertThatThrownBy(() -> set.choose(1.1)).isInstanceOf(BadValue.class).hasMessageContaining("alpha: \"1.1\"");
        assertThatThrownBy(() -> set.choose(Double.NaN)).isInstanceOf(BadValue.class);
    }

    @Test
    void hypervolume_byHand() {
        ParetoSet set = ParetoSet.of(List.of(point(1, 3), point(2, 1)));
        // Up to (4, 4): (4-2)*(4-1) + (2-1)*(4-3) = 7 of 16.
        assertThat(set.hypervolume(4_000_000, 4)).isEqualTo(7.0 / 16);
        assertThat(set.hypervolume(1_000_000, 1)).isZero();
    }

    @Test
    void moga_ranksByDominators_andSharesWithinARank() {
        List<Candidate> population = List.of(point(1, 9), point(9, 1), point(9, 9), point(1, 9));
        assertThat(Moga.ranks(population)).containsExactly(1, 1, 4, 1);
        double[] fitness = Moga.fitness(population);
        // Places 4, 3, 2 for the first rank, in the mean 3, together 9; the two that are the same share one part.
        assertThat(fitness[0]).isEqualTo(2.25);
        assertThat(fitness[1]).isEqualTo(4.5);
        assertThat(fitness[2]).isEqualTo(1);
        assertThat(fitness[3]).isEqualTo(2.25);
    }

    @Test
    void settings_areChecked() {
        assertThatThrownBy(() -> SearchSettings.of(1, 1, 1)).hasMessageContaining("population: \"1\"");
        assertThatThrownBy(() -> SearchSettings.of(2, -1, 1)).hasMessageContaining("iterations: \"-1\"");
        assertThatThrownBy(() -> new SearchSettings(2, 1, 1, Duration.ZERO)).hasMessageContaining("limit");
        assertThatThrownBy(() -> Search.get("tabu")).hasMessageContaining("seeded, moga, nsga2");
        assertThat(Search.get("moga")).isSameAs(Search.MOGA);
    }

    private static Candidate point(int cost, long makespan) {
        return new Candidate(new BitSet(), Money.of(Integer.toString(cost)), makespan);
    }
}
