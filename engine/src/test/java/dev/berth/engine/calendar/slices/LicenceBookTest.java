package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Licences against sums for each instant. */
class LicenceBookTest {
    private static final int HORIZON = 60;
    private static final String[] NAMES = {"ansys", "matlab", "vasp"};

    private record Taking(Amounts amounts, Window window) {}

    private final LicenceBook book = new LicenceBook();
    private final List<Taking> takings = new ArrayList<>();
    private Amounts licences = Amounts.NONE;
    private HeldLicences held = HeldLicences.NONE;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everySearch_answersLikeSumsForEachInstant(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int runs = 0;
        for (int i = 0; i < 1500; i++) {
            String where = "seed %d, operation %d".formatted(seed, i);
            change(random);
            Amounts wanted = amounts(random, 2);
            int from = random.nextInt(HORIZON - 1);
            int to = from + 1 + random.nextInt(HORIZON - from - 1);
            assertThat(book.isFree(wanted, new Window(from, to))).as(where).isEqualTo(isFree(wanted, from, to));
            for (String name : NAMES) {
                assertThat(book.least(name, new Window(from, to))).as(where).isEqualTo((int) least(name, from, to));
                long most = 0;
                for (int instant = 0; instant < 2 * HORIZON; instant++) {
                    most = Math.max(most, promised(name, instant));
                }
                assertThat(book.promised(name, 0)).as(where).isEqualTo(most);
            }
            assertThat(book.nextFreed(from, to)).as(where).isEqualTo(nextFreed(from, to));
            compareShortage(wanted, from, to, where);
            runs += compareFirstRun(wanted, random, where) ? 1 : 0;
        }
        assertThat(runs).as("searches that found a run").isGreaterThan(200);
    }

    private void change(SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0 -> {
                licences = amounts(random, 6);
                held = held(random);
                book.set(licences, held, 0);
            }
            case 1, 2, 3, 4 -> {
                if (!takings.isEmpty() && (takings.size() > 10 || random.nextBoolean())) {
                    Taking gone = takings.remove(random.nextInt(takings.size()));
                    book.add(gone.amounts, gone.window, -1);
                }
            }
            default -> {
                int start = random.nextInt(HORIZON - 1);
                Taking taking =
                        new Taking(amounts(random, 2), new Window(start, start + 1 + random.nextInt(HORIZON - start)));
                takings.add(taking);
                book.add(taking.amounts, taking.window, 1);
            }
        }
    }

    private static HeldLicences held(SplittableRandom random) {
        List<LicenceHold> holds = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            int start = random.nextInt(HORIZON - 1);
            holds.add(new LicenceHold(
                    NAMES[random.nextInt(NAMES.length)],
                    1 + random.nextInt(3),
                    new Window(start, start + 1 + random.nextInt(HORIZON - start))));
        }
        return new HeldLicences(holds);
    }

    private static Amounts amounts(SplittableRandom random, int most) {
        Map<String, Long> amounts = new HashMap<>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                amounts.put(name, 1L + random.nextInt(most));
            }
        }
        return Amounts.of(amounts);
    }

    private long free(String name, long instant) {
        return licences.get(name)
                - promised(name, instant)
                - held.holds().stream()
                        .filter(hold -> hold.licence().equals(name)
                                && hold.window().start() <= instant
                                && instant < hold.window().end())
                        .mapToLong(LicenceHold::number)
                        .sum();
    }

    private long promised(String name, long instant) {
        return takings.stream()
                .filter(taking -> taking.window.start() <= instant && instant < taking.window.end())
                .mapToLong(taking -> taking.amounts.get(name))
                .sum();
    }

    private long least(String name, long from, long to) {
        long least = Long.MAX_VALUE;
        for (long instant = from; instant < to; instant++) {
            least = Math.min(least, free(name, instant));
        }
        return least;
    }

    private boolean isFree(Amounts wanted, long from, long to) {
        boolean free = true;
        for (int i = 0; i < wanted.size(); i++) {
            free &= least(wanted.name(i), from, to) >= wanted.number(i);
        }
        return free;
    }

    private long nextFreed(long after, long until) {
        for (long instant = after + 1; instant <= until; instant++) {
            for (String name : NAMES) {
                if (free(name, instant) > free(name, instant - 1)) {
                    return instant;
                }
            }
        }
        return Long.MAX_VALUE;
    }

    private void compareShortage(Amounts wanted, int from, int to, String where) {
        Query query = new Query(0, from, to, new Shape.Stay(1, to - from), 1, Query.ANY_POOL, Slice.WHOLE, wanted);
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.name(i);
            long number = wanted.number(i);
            long first = from;
            while (first < to && free(name, first) >= number) {
                first++;
            }
            Refusal.Shortage expected = null;
            if (first < to) {
                long until = first;
                while (until <= HORIZON && free(name, until) < number) {
                    until++;
                }
                expected = new Refusal.Shortage(
                        null,
                        0,
                        name,
                        number,
                        Math.max(0, least(name, from, to)),
                        first,
                        until > HORIZON ? Window.FOREVER : until);
            }
            assertThat(book.shortage(query, i)).as(where).isEqualTo(expected);
        }
    }

    private boolean compareFirstRun(Amounts wanted, SplittableRandom random, String where) {
        int duration = 1 + random.nextInt(8);
        int from = random.nextInt(HORIZON - duration);
        int latest = from + random.nextInt(HORIZON - duration - from);
        Window run = book.firstRun(wanted, from, latest, duration, Effort.unlimited());
        int start = from;
        while (start <= latest && !isFree(wanted, start, start + duration)) {
            start++;
        }
        if (start > latest) {
            assertThat(run).as(where).isNull();
            return false;
        }
        int end = start;
        while (end < latest && isFree(wanted, end + 1, end + 1 + duration)) {
            end++;
        }
        assertThat(run).as(where).isEqualTo(new Window(start, end + 1));
        return true;
    }
}
