package dev.berth.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTest {
    private static void refused(ThrowingCallable call, String field, Object value, String rule) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(BadValue.class, bad -> {
                    assertThat(bad.field()).isEqualTo(field);
                    assertThat(bad.value()).isEqualTo(value.toString());
                    assertThat(bad.rule()).contains(rule);
                })
                .hasMessageContaining(field)
                .hasMessageContaining(value.toString());
    }

    @Test
    void badJobs_areRefused_withFieldValueAndRule() {
        refused(() -> Job.of("j", 10, 1, 9), "deadline", 9, "not be before ready, 10");
        refused(() -> Job.of("j", 10, 0, 20), "work", 0, "from 1");
        refused(() -> Job.of("j", 10, -5, 20), "work", -5, "from 1");
        refused(() -> Job.of("j", 0, Long.MAX_VALUE, 20), "work", Long.MAX_VALUE, "to " + Work.MOST);
        refused(() -> Job.of("j", -1, 1, 20), "ready", -1, "from 0");
        refused(() -> Job.of("j", 0, 1, Long.MAX_VALUE), "deadline", Long.MAX_VALUE, "from 0 to");
        refused(() -> Job.of("j", 0, 1, 20, 0), "servers", 0, "1 to");
        refused(() -> Job.of(" ", 0, 1, 20), "id", " ", "1 to 200 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0.5", "1.0000001", "2", "0.0000001", "fast", ""})
    void badRates_areRefused(String rate) {
        assertThatThrownBy(() -> Rate.of(rate))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("rate: \"" + rate + "\"");
    }

    @Test
    void badPools_areRefused() {
        refused(() -> new Pool("p", 0, "1"), "servers", 0, "1 to");
        refused(() -> new Pool("", 1, "1"), "pool", "", "printable");
        refused(() -> new Pool("a\nb", 1, "1"), "pool", "a\nb", "printable");
        refused(() -> new Rate(0), "rate", 0, "above 0");
    }

    @Test
    void badWindowsAndServers_areRefused() {
        refused(() -> new Window(5, 5), "end", 5, "after its start, 5");
        refused(() -> new Window(-1, 5), "start", -1, "from 0");
        refused(() -> new Window(0, Window.FOREVER + 1), "end", Window.FOREVER + 1, "after its start");
        refused(() -> ServerSet.of(3, -1), "servers", -1, "from 0");
        refused(() -> ServerSet.of(3, 3), "servers", 3, "named only once");
        refused(() -> new Outage(-1, new Window(0, 1)), "server", -1, "from 0");
        refused(() -> new ReservationId(0), "reservation", 0, "at least 1");
        PoolId pool = new PoolId("p");
        refused(() -> new Placement(pool, 0, new Window(0, 1), ServerSet.EMPTY), "count", 0, "at least 1");
        refused(
                () -> new Placement(pool, 2, new Window(0, 1), ServerSet.of(1)),
                "servers",
                1,
                "must be all 2 servers or none");
    }

    @ParameterizedTest
    @CsvSource({"10, 1, 10", "10, 0.8, 13", "1, 0.3, 4", "100, 0.2, 500", "7, 0.000001, 7000000"})
    void duration_isWorkOverRate_roundedUp(long work, String rate, long duration) {
        assertThat(Rate.of(rate).duration(new Work(work))).isEqualTo(duration);
    }

    @Test
    void duration_ofTheMostWorkAtTheLeastRate_doesNotOverflow() {
        assertThat(new Rate(1).duration(new Work(Work.MOST))).isEqualTo(Work.MOST * 1_000_000);
        assertThat(Window.FOREVER + new Rate(1).duration(new Work(Work.MOST))).isPositive();
    }

    @Test
    void rate_printsWhatItReads() {
        for (String text : new String[] {"1", "0.8", "0.000001", "0.35"}) {
            assertThat(Rate.of(text)).hasToString(text);
        }
        assertThat(Rate.of("0.80")).isEqualTo(Rate.of("0.8"));
    }

    @Test
    void serverSet_isASortedSet() {
        assertThat(ServerSet.of(7, 0, 1, 3, 100, 101, 102).ranges()).isEqualTo("0-1, 3, 7, 100-102");
        assertThat(ServerSet.of(5).ranges()).isEqualTo("5");
        assertThat(ServerSet.of(0, 1, 2, 7).ranges(",")).isEqualTo("0-2,7");
        assertThat(ServerSet.of(7, 0, 3)).hasToString("0+3+7").isEqualTo(ServerSet.of(3, 7, 0));
        assertThat(ServerSet.of(7, 0, 3).hashCode())
                .isEqualTo(ServerSet.of(0, 3, 7).hashCode());
        assertThat(ServerSet.of()).isSameAs(ServerSet.EMPTY);
        assertThat(ServerSet.of(2).contains(2)).isTrue();
        assertThat(ServerSet.of(2).contains(3)).isFalse();
    }

    @Test
    void windows_areHalfOpen() {
        assertThat(new Window(0, 5).overlaps(new Window(5, 9))).isFalse();
        assertThat(new Window(0, 6).overlaps(new Window(5, 9))).isTrue();
        assertThat(new Window(2, 9).from(5)).isEqualTo(new Window(5, 9));
        assertThat(new Window(2, Window.FOREVER)).hasToString("[2, forever)");
    }

    @Test
    void requirements_matchByNameAndAttributes() {
        Pool pool = new Pool(new PoolId("gpu"), 4, Rate.FULL, Map.of("gpu", "h100", "net", "ib"));
        assertThat(Requirements.NONE.match(pool)).isTrue();
        assertThat(Requirements.pool("gpu").match(pool)).isTrue();
        assertThat(Requirements.pool("cpu").match(pool)).isFalse();
        assertThat(Requirements.attribute("gpu", "h100").match(pool)).isTrue();
        assertThat(Requirements.attribute("gpu", "a100").match(pool)).isFalse();
        assertThat(new Requirements(new PoolId("gpu"), Map.of("disk", "ssd")).match(pool))
                .isFalse();
    }

    /** Short to write, and larger than any memory if taken literally. */
    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e999999999", "1e-999999999", "9e13", "0.0000001"})
    void enormousExponents_areRefusedAtOnce(String decimal) {
        assertThatThrownBy(() -> Money.of(decimal)).isInstanceOf(BadValue.class).hasMessageContaining(decimal);
        assertThatThrownBy(() -> Rate.of(decimal)).isInstanceOf(BadValue.class).hasMessageContaining(decimal);
    }

    @Test
    void exponentsThatAreSmallNumbers_areRead() {
        assertThat(Money.of("1.25e2")).isEqualTo(Money.of("125"));
        assertThat(Rate.of("8E-1")).isEqualTo(Rate.of("0.8"));
        assertThat(Money.of("0e999999999")).isEqualTo(Money.ZERO);
    }

    /** There is one of each for all reservations that have the same. */
    @Test
    void whatManyReservationsHave_isOneObject() {
        assertThat(ServerSet.of(3)).isSameAs(ServerSet.of(3)).isNotEqualTo(ServerSet.of(4));
        assertThat(ServerSet.of(1_000_000).get(0)).isEqualTo(1_000_000);
        Job a = Job.of("a", 0, 1, 10).requiring(Requirements.slice(Slice.of(Map.of("gpu", 2L))));
        Job b = Job.of("b", 5, 2, 20).requiring(Requirements.slice(Slice.of(Map.of("gpu", 2L))));
        assertThat(a.requirements()).isSameAs(b.requirements());
        assertThat(a.requiring(new Requirements(null, Map.of())).requirements()).isSameAs(Requirements.NONE);
    }
}
