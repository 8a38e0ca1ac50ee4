package dev.berth.lab.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Calendars of the lab, against those of the product that they are a reading of. */
class LabCalendarsTest {
    private static final PoolId SLOW = new PoolId("slow");
    private static final PoolId FAST = new PoolId("fast");

    private static Calendar two(Calendar calendar) {
        calendar.addServers(new Pool("slow", 2, "0.5"), 0, 2, 0);
        calendar.addServers(new Pool("fast", 2, "1"), 0, 2, 0);
        return calendar;
    }

    private static Placement book(Calendar calendar, long ready, long work, long deadline, long now) {
        Placement placement = Objects.requireNonNull(
                calendar.find(Query.of(Job.of("j", ready, work, deadline), now, Query.ANY_POOL)));
        calendar.book(placement);
        return placement;
    }

    /** Random jobs, releases and times: each finds the same server and window, or none, in both. */
    @ParameterizedTest
    @CsvSource({"dev.berth.lab.calendar.FfHuLinked, ff-hu", "dev.berth.lab.calendar.FfHaLinked, ff-ha"})
    void linkedLists_placeAsTheProductDoes(String linked, String product) {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Calendar one = two(Calendars.create(linked));
            Calendar other = two(Calendars.create(product));
            List<Placement> open = new ArrayList<>();
            long now = 0;
            for (int step = 0; step < 300; step++) {
                now += random.nextInt(4);
                one.forget(now);
                other.forget(now);
                long from = now;
                open.removeIf(placement -> placement.window().start() <= from);
                if (!open.isEmpty() && random.nextInt(5) == 0) {
                    Placement gone = open.remove(random.nextInt(open.size()));
                    one.release(gone);
                    other.release(gone);
                }
                Query query = query(random, now);
                Placement found = one.find(query);
                assertThat(found).as("seed %d, step %d", seed, step).isEqualTo(other.find(query));
                assertThat(one.findEarliest(FAST, query)).isEqualTo(other.findEarliest(FAST, query));
                assertThat(steps(one, SLOW, now)).isEqualTo(steps(other, SLOW, now));
                assertThat(one.size()).isEqualTo(other.size());
                if (found != null) {
                    assertThat(one.isFree(found)).isTrue();
                    one.book(found);
                    other.book(found);
                    assertThat(one.isFree(found)).isFalse();
                    open.add(found);
                }
            }
        }
    }

    private static Query query(SplittableRandom random, long now) {
        long ready = now + random.nextInt(30);
        long work = 1 + random.nextInt(12);
        return Query.of(Job.of("j", ready, work, ready + work + random.nextInt(25)), now, Query.ANY_POOL);
    }

    private static List<String> steps(Calendar calendar, PoolId pool, long from) {
        List<String> steps = new ArrayList<>();
        calendar.freeServers(pool, from, from + 40, (time, free) -> steps.add(time + ":" + free));
        return steps;
    }

    /** Two slow servers and two fast ones, all idle: FF-HA takes a slow one, the other order a fast one. */
    @Test
    void fastestFirst_takesAFastServer() {
        assertThat(book(two(new FfHaFastestFirst()), 0, 10, 100, 0))
                .isEqualTo(new Placement(FAST, 1, new Window(0, 10), ServerSet.of(0)));
        assertThat(book(two(new FfHaLinked()), 0, 10, 100, 0))
                .isEqualTo(new Placement(SLOW, 1, new Window(0, 20), ServerSet.of(0)));
    }

    /**
     * Server 0 is busy to 20, server 1 idle from 0. At 30 both are idle: the one that has been so for longer is server 1, and
     * if the past is forgotten server 0 comes first.
     */
    @Test
    void forgottenPast_takesTheFirstServer() {
        for (boolean forgets : new boolean[] {false, true}) {
            Calendar calendar = two(forgets ? new FfHuForgetting() : Calendars.create("ff-hu"));
            assertThat(book(calendar, 0, 10, 100, 0).servers()).isEqualTo(ServerSet.of(0));
            calendar.forget(30);
            assertThat(book(calendar, 30, 10, 100, 30))
                    .isEqualTo(new Placement(SLOW, 1, new Window(30, 50), ServerSet.of(forgets ? 0 : 1)));
        }
    }

    static Stream<String> all() {
        return Stream.of(
                FfHuLinked.class.getName(),
                FfHaLinked.class.getName(),
                FfHaFastestFirst.class.getName(),
                FfHuForgetting.class.getName(),
                FfHaForgetting.class.getName(),
                FfHaPlusForgetting.class.getName(),
                FfHaPlusLastForgetting.class.getName());
    }

    /** Changes that a calendar must be able to take back are taken back; and what it saves it reads. */
    @ParameterizedTest
    @MethodSource("all")
    void changes_areTakenBack_andSaved(String policy) throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        Calendar calendar = two(Calendars.create(policy));
        long now = 0;
        for (int step = 0; step < 200; step++) {
            now += random.nextInt(4);
            Query query = query(random, now);
            Placement before = calendar.find(query);
            long size = calendar.size();
            Undo undo = calendar.forget(now);
            Placement during = calendar.find(query);
            if (during != null) {
                calendar.book(during);
                calendar.release(during);
            }
            undo.undo();
            assertThat(calendar.find(query)).as("seed 4, step %d", step).isEqualTo(before);
            assertThat(calendar.size()).isEqualTo(size);
            calendar.forget(now);
            Placement placed = calendar.find(query);
            if (placed != null) {
                calendar.book(placed);
            }
            assertThat(reread(calendar, policy, now).find(query)).isEqualTo(calendar.find(query));
        }
        assertThat(calendar.find(Query.of(Job.of("j", now, 1, now + 500, 2), now, Query.ANY_POOL)))
                .as("two servers")
                .isNull();
    }

    private static Calendar reread(Calendar calendar, String policy, long now) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        calendar.save(new DataOutputStream(bytes), now);
        Calendar again = two(Calendars.create(policy));
        again.load(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return again;
    }

    @Test
    void servers_areTakenAway() {
        for (String policy : all().toList()) {
            Calendar calendar = two(Calendars.create(policy));
            calendar.removeServers(new Pool("slow", 2, "0.5"), 1, 1, 0);
            assertThat(calendar.size()).as(policy).isEqualTo(3);
            assertThat(calendar.namesServers()).isTrue();
        }
    }
}
