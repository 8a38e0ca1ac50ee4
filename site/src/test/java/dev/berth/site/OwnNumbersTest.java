package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Numbers of a user, beside a plain sorted set. */
class OwnNumbersTest {
    @Test
    void whatComesAndGoesInAnyOrder_isInTheOrderOfASortedSet() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        OwnNumbers numbers = new OwnNumbers();
        TreeSet<Long> expected = new TreeSet<>();
        for (int i = 0; i < 5_000; i++) {
            long number = 200_000 + random.nextInt(300);
            if (expected.remove(number)) {
                numbers.remove(number);
            } else {
                expected.add(number);
                numbers.add(number);
            }
            assertThat(numbers.isEmpty()).as("seed %d", seed).isEqualTo(expected.isEmpty());
            if (!expected.isEmpty()) {
                assertThat(numbers.first()).as("seed %d, step %d", seed, i).isEqualTo(expected.first());
            }
        }
        while (!expected.isEmpty()) {
            assertThat(numbers.first()).as("seed %d", seed).isEqualTo(expected.first());
            numbers.remove(expected.removeFirst());
        }
        assertThat(numbers.isEmpty()).isTrue();
    }
}
