package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The timeline of a host against a {@link PlainHost}, which adds up everything for each instant. */
class HostTimelineTest {
    private static final int HORIZON = 40;
    private static final int HOSTS = 60;
    private static final int OPERATIONS = 60;

    private int found;
    private int full;

    @BeforeEach
    void nothingSeen() {
        found = 0;
        full = 0;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everySearch_answersLikeSumsForEachInstant(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int host = 0; host < HOSTS; host++) {
            RandomSlices slices = new RandomSlices(random);
            Layout layout = new Layout(slices.parts());
            HostTimeline timeline = new HostTimeline(layout);
            PlainHost plain = new PlainHost(slices.parts());
            for (int i = 0; i < OPERATIONS; i++) {
                String where = "seed %d, host %d, operation %d".formatted(seed, host, i);
                change(timeline, plain, layout, slices, random);
                compareSteps(timeline, plain, where);
                compareSearches(timeline, plain, layout, slices.next(), random, where);
            }
        }
        assertThat(found).as("searches that found room").isGreaterThan(HOSTS);
        assertThat(full).as("searches that found none").isGreaterThan(HOSTS);
    }

    /** Books what has room on the devices that the timeline names, or an outage whatever is there; or takes one back. */
    private static void change(
            HostTimeline timeline, PlainHost plain, Layout layout, RandomSlices slices, SplittableRandom random) {
        if (!plain.takings().isEmpty() && random.nextInt(5) < 2) {
            PlainHost.Taking gone =
                    plain.takings().remove(random.nextInt(plain.takings().size()));
            timeline.add(gone.window(), Need.of(gone.slice(), layout), gone.bits(), -1);
            return;
        }
        Window window = window(random);
        boolean out = random.nextInt(12) == 0;
        Slice slice = out ? Slice.WHOLE : slices.next();
        Need need = Need.of(slice, layout);
        long bits = out ? 0 : timeline.devices(need, window);
        if (bits != HostTimeline.NO_ROOM) {
            timeline.add(window, need, bits, 1);
            plain.add(new PlainHost.Taking(window, slice, bits));
        }
    }

    private static Window window(SplittableRandom random) {
        int start = random.nextInt(HORIZON - 1);
        int end = start + 1 + random.nextInt(Math.min(12, HORIZON - 1 - start + 1));
        return new Window(start, random.nextInt(20) == 0 ? Window.FOREVER : Math.min(end, HORIZON - 1));
    }

    /** Every step tells the truth, and no two that follow one another are alike. */
    private static void compareSteps(HostTimeline timeline, PlainHost plain, String where) {
        for (long instant = 0; instant < HORIZON; instant++) {
            int step = timeline.at(instant);
            assertThat(timeline.isUnused(step)).as(where).isEqualTo(plain.isUnused(instant));
            assertThat(timeline.isOut(step)).as(where).isEqualTo(plain.isOut(instant));
            int amount = 0;
            for (Part part : plain.parts().all()) {
                if (part.numbered()) {
                    int first = plain.parts().firstDevice(part);
                    for (int device = first; device < first + part.count(); device++) {
                        assertThat(timeline.taken(step, device))
                                .as(where)
                                .isEqualTo(plain.taken(part, device, instant));
                    }
                } else {
                    assertThat(timeline.used(step, amount++)).as(where).isEqualTo(plain.used(part, instant));
                }
            }
        }
        for (int step = 1; step < timeline.size(); step++) {
            assertThat(plain.isSame(timeline.time(step) - 1, timeline.time(step)))
                    .as(where)
                    .isFalse();
        }
    }

    private void compareSearches(
            HostTimeline timeline, PlainHost plain, Layout layout, Slice slice, SplittableRandom random, String where) {
        Need need = Need.of(slice, layout);
        Window window = window(random);
        if (window.end() > HORIZON) {
            window = new Window(window.start(), HORIZON);
        }
        long from = window.start();
        long to = window.end();
        long roomUntil = from;
        while (roomUntil < to && plain.hasRoom(slice, from, roomUntil + 1)) {
            roomUntil++;
        }
        assertThat(timeline.roomUntil(need, from, to)).as(where).isEqualTo(roomUntil);
        compareDevices(timeline, plain, slice, need, window, random, where);
        compareStarts(timeline, plain, slice, need, random, where);
        compareAmountsFree(timeline, plain, layout, slice, window, where);
        compareWithout(timeline, plain, layout, slice, random, where);
        long freed = Long.MAX_VALUE;
        for (long instant = from; instant < to; instant++) {
            freed = instant > from && freed == Long.MAX_VALUE && plain.isGivenBack(instant) ? instant : freed;
        }
        assertThat(timeline.nextFreed(from, to - 1)).as(where).isEqualTo(freed);
    }

    private void compareDevices(
            HostTimeline timeline,
            PlainHost plain,
            Slice slice,
            Need need,
            Window window,
            SplittableRandom random,
            String where) {
        long bits = timeline.devices(need, window);
        boolean room = plain.hasRoom(slice, window.start(), window.end());
        assertThat(bits != HostTimeline.NO_ROOM).as(where).isEqualTo(room);
        if (room) {
            found++;
            assertThat(plain.isMet(slice, bits)).as(where).isTrue();
            assertThat(plain.isFree(slice, bits, window.start(), window.end()))
                    .as(where)
                    .isTrue();
        } else {
            full++;
        }
        long any = random.nextLong(1L << new Layout(plain.parts()).devices);
        assertThat(need.isMetBy(any)).as(where).isEqualTo(plain.isMet(slice, any));
        if (plain.isMet(slice, any)) {
            assertThat(timeline.isFree(need, any, window))
                    .as(where)
                    .isEqualTo(plain.isFree(slice, any, window.start(), window.end()));
        }
    }

    private static void compareStarts(
            HostTimeline timeline, PlainHost plain, Slice slice, Need need, SplittableRandom random, String where) {
        long duration = 1 + random.nextInt(9);
        long from = random.nextInt(HORIZON - (int) duration);
        long latest = from + random.nextLong(HORIZON - duration - from);
        StartRuns runs = new StartRuns();
        runs.begin(from, latest);
        timeline.starts(need, from, latest, duration, runs);
        runs.keep(1);
        TreeSet<Long> starts = new TreeSet<>();
        for (int run = 0; run < runs.size(); run++) {
            for (long start = runs.low(run); start <= runs.high(run); start++) {
                assertThat(starts.add(start)).as(where).isTrue();
            }
        }
        for (long start = from; start <= latest; start++) {
            assertThat(starts.contains(start))
                    .as("%s, start %d", where, start)
                    .isEqualTo(plain.hasRoom(slice, start, start + duration));
        }
    }

    /** Whether there would be room at a moment if something that is taken then were not there. */
    private static void compareWithout(
            HostTimeline timeline, PlainHost plain, Layout layout, Slice slice, SplittableRandom random, String where) {
        Slice wanted = random.nextInt(5) == 0 ? Slice.WHOLE : slice;
        for (PlainHost.Taking taking : List.copyOf(plain.takings())) {
            long time = Math.min(HORIZON - 1, taking.window().start() + random.nextInt(3));
            if (taking.holds(time)) {
                plain.takings().remove(taking);
                boolean room = plain.hasRoom(wanted, time, time + 1);
                plain.add(taking);
                assertThat(timeline.hasRoomWithout(
                                Need.of(wanted, layout),
                                timeline.at(time),
                                Need.of(taking.slice(), layout),
                                taking.bits()))
                        .as(where)
                        .isEqualTo(room);
            }
        }
    }

    private static void compareAmountsFree(
            HostTimeline timeline, PlainHost plain, Layout layout, Slice slice, Window window, String where) {
        Need need = Need.of(slice, layout);
        for (int i = 0; i < plain.parts().all().size(); i++) {
            Part part = plain.parts().all().get(i);
            long wanted = PlainHost.wanted(part, slice);
            assertThat(layout.wanted(i, need)).as(where).isEqualTo(wanted);
            long least = Long.MAX_VALUE;
            long less = Window.FOREVER;
            long enough = Window.FOREVER;
            for (long instant = HORIZON; instant >= window.start(); instant--) {
                long free = plain.free(part, slice, instant);
                least = instant < window.end() ? Math.min(least, free) : least;
                less = free < wanted ? instant : less;
                enough = free >= wanted ? instant : enough;
            }
            assertThat(new FreeHostParts(timeline, layout).free(i, need, window))
                    .as(where)
                    .isEqualTo(least);
            assertThat(new FreeHostParts(timeline, layout).lessFrom(i, need, wanted, window.start()))
                    .as(where)
                    .isEqualTo(less);
            assertThat(new FreeHostParts(timeline, layout).enoughFrom(i, need, wanted, window.start()))
                    .as(where)
                    .isEqualTo(enough);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void forget_dropsWhatIsBehind_andUndoBringsItBack(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int forgotten = 0;
        for (int host = 0; host < HOSTS; host++) {
            RandomSlices slices = new RandomSlices(random);
            Layout layout = new Layout(slices.parts());
            HostTimeline timeline = new HostTimeline(layout);
            PlainHost plain = new PlainHost(slices.parts());
            for (int i = 0; i < 30; i++) {
                change(timeline, plain, layout, slices, random);
            }
            String where = "seed %d, host %d".formatted(seed, host);
            int before = timeline.size();
            long now = random.nextInt(HORIZON);
            boolean has = timeline.hasToForget(now);
            Undo undo = timeline.forget(now);
            assertThat(has).as(where).isEqualTo(before > 1 && before - timeline.size() >= Math.max(1, before / 8));
            forgotten += has ? 1 : 0;
            for (long instant = now; instant < HORIZON; instant++) {
                assertThat(timeline.isUnused(timeline.at(instant))).as(where).isEqualTo(plain.isUnused(instant));
            }
            undo.undo();
            assertThat(timeline.size()).as(where).isEqualTo(before);
            compareSteps(timeline, plain, where);
        }
        assertThat(forgotten).as("hosts that forgot something").isGreaterThan(HOSTS / 2);
    }
}
