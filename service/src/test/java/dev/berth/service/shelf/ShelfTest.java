package dev.berth.service.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eviction from a full shelf: which values go, and whose. */
class ShelfTest {
    private static final long LIFETIME = 10;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);

    private Shelf<String, String, String> shelf(int mostEach, int mostInAll) {
        return new Shelf<>(now::get, LIFETIME, Shelf.Bounds.ofCount(mostEach, mostInAll));
    }

    private static void put(Shelf<String, String, String> shelf, String owner, int count) {
        IntStream.range(0, count).forEach(i -> shelf.put(owner, owner + i, owner));
    }

    private static Map<String, Long> counts(Shelf<String, String, String> shelf) {
        return shelf.values().stream()
                .collect(Collectors.groupingBy(each -> each, TreeMap::new, Collectors.counting()));
    }

    @Test
    void whoAddsMany_losesTheirOwnOldest_andNobodyElseLosesAny() {
        Shelf<String, String, String> shelf = shelf(100, 1_000);
        put(shelf, "ben", 3);
        put(shelf, "ana", 60_000);
        assertThat(counts(shelf)).isEqualTo(Map.of("ana", 100L, "ben", 3L));
        assertThat(shelf.get("ana59899")).isEmpty();
        assertThat(shelf.get("ana59900")).contains("ana");
    }

    @Test
    void allTogether_atTheExpenseOfWhoHasTheMost() {
        Shelf<String, String, String> shelf = shelf(100, 150);
        put(shelf, "ana", 100);
        put(shelf, "ben", 100);
        assertThat(counts(shelf)).isEqualTo(Map.of("ana", 75L, "ben", 75L));
        put(shelf, "cora", 20);
        put(shelf, "dora", 500);
        assertThat(counts(shelf))
                .as("less than a fair share is kept")
                .containsEntry("cora", 20L)
                .hasSize(4);
        assertThat(shelf.size()).isEqualTo(150);
    }

    /** Many owners with one value each: the oldest goes, whoever it is of. */
    @Test
    void amongEquals_theOldestGoes() {
        Shelf<String, String, String> shelf = shelf(10, 1_000);
        IntStream.range(0, 10_000).forEach(i -> shelf.put("owner" + i, "key" + i, "value"));
        assertThat(shelf.size()).isEqualTo(1_000);
        assertThat(shelf.get("key8999")).isEmpty();
        assertThat(shelf.get("key9000")).isPresent();
    }

    @Test
    void values_areKeptForTheirLifetime() {
        Shelf<String, String, String> shelf = shelf(100, 150);
        put(shelf, "ana", 100);
        now.addAndGet(LIFETIME - 1);
        assertThat(shelf.get("ana0")).isPresent();
        shelf.put("ana", "ana0", "again");
        now.addAndGet(1);
        assertThat(shelf.get("ana1")).isEmpty();
        assertThat(shelf.values()).as("put again").containsExactly("again");
        put(shelf, "ben", 100);
        assertThat(shelf.size()).as("without the expired ones").isEqualTo(101);
    }

    @Test
    void aValueThatIsTooHeavy_isKeptAlone() {
        Shelf<String, String, String> shelf = new Shelf<>(now::get, LIFETIME, new Shelf.Bounds(50, 4, 6));
        shelf.put("ben", "b", "ben", 3);
        shelf.put("ana", "a", "ana", 3);
        shelf.put("ana", "a2", "ana", 5);
        assertThat(shelf.values())
                .as("more than one may have, not more than all may")
                .containsExactly("ana");
        shelf.put("cora", "c", "cora", 7);
        assertThat(shelf.values()).containsExactly("cora");
        shelf.remove("c");
        shelf.put("dora", "d", "dora", 0);
        shelf.put("eve", "e", "eve", 7);
        assertThat(shelf.values()).containsExactly("eve");
    }

    /** The same values are left as on a plain list, whatever is done. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isAsAPlainList(long seed) {
        Random random = new Random(seed);
        Shelf.Bounds bounds = new Shelf.Bounds(1 + random.nextInt(6), 3 + random.nextInt(12), 5 + random.nextInt(30));
        Shelf<String, String, String> shelf = new Shelf<>(now::get, LIFETIME, bounds);
        PlainList plain = new PlainList(bounds);
        for (int step = 0; step < 5_000; step++) {
            String key = "k" + random.nextInt(40);
            if (random.nextInt(5) == 0) {
                shelf.remove(key);
                plain.all.removeIf(each -> each.key().equals(key));
            } else {
                String owner = "o" + random.nextInt(7);
                long weight = 1 + random.nextInt(4);
                shelf.put(owner, key, "v" + step, weight);
                plain.put(new PlainList.One(owner, key, "v" + step, weight, now.get()));
            }
            if (random.nextInt(3) == 0) {
                now.incrementAndGet();
            }
            plain.dropExpired(now.get());
            assertThat(shelf.values())
                    .as("%s, step %d", bounds, step)
                    .isEqualTo(plain.all.stream().map(PlainList.One::value).toList());
        }
    }

    /** The rules of a shelf, by search. */
    private static final class PlainList {
        private final List<One> all = new ArrayList<>();
        private final Shelf.Bounds bounds;

        record One(String owner, String key, String value, long weight, long since) {}

        PlainList(Shelf.Bounds bounds) {
            this.bounds = bounds;
        }

        void dropExpired(long now) {
            all.removeIf(each -> now - each.since() >= LIFETIME);
        }

        void put(One one) {
            all.removeIf(each -> each.key().equals(one.key()));
            dropExpired(one.since());
            while (count(one.owner()) > 0
                    && (count(one.owner()) >= bounds.mostEach()
                            || weight(one.owner()) + one.weight() > bounds.weightEach())) {
                dropOldest(one.owner());
            }
            while (!all.isEmpty() && all.stream().mapToLong(One::weight).sum() + one.weight() > bounds.weightInAll()) {
                // The first of several is the one with the oldest value.
                String heaviest = all.stream()
                        .map(One::owner)
                        .distinct()
                        .sorted(Comparator.comparingLong(this::weight).reversed())
                        .findFirst()
                        .orElseThrow();
                dropOldest(weight(heaviest) > weight(one.owner()) ? heaviest : one.owner());
            }
            all.add(one);
        }

        private long count(String owner) {
            return all.stream().filter(each -> each.owner().equals(owner)).count();
        }

        private long weight(String owner) {
            return all.stream()
                    .filter(each -> each.owner().equals(owner))
                    .mapToLong(One::weight)
                    .sum();
        }

        private void dropOldest(String owner) {
            all.remove(all.stream()
                    .filter(each -> each.owner().equals(owner))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
