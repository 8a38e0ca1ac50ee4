package dev.berth.engine.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.calendar.skyline.Skyline;
import dev.berth.engine.calendar.skyline.StartRule;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Window;
import org.junit.jupiter.api.Test;

class CalendarsTest {
    @Test
    void unknownName_listsTheKnownOnes() {
        assertThatThrownBy(() -> Calendars.create("best"))
                .isInstanceOf(BadValue.class)
                .hasMessageContainingAll(
                        "policy: \"best\"",
                        "ff-hu, ff-ha, ff-ha-tight, ff-ha-plus, ff-ha-plus-last, earliest, level, prompt, terms,");
        assertThat(Calendars.names()).contains(Calendars.DEFAULT);
    }

    /** The policy of a user: the latest start that fits. */
    public static final class Latest implements StartRule {
        @Override
        public long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers) {
            long start = latest;
            while (start >= earliest && skyline.least(start, start + duration) < servers) {
                start--;
            }
            return start >= earliest ? start : -1;
        }
    }

    @Test
    void className_makesThePolicyOfAUser() {
        Calendar calendar = Calendars.create(Latest.class.getName());
        calendar.addServers(new Pool("a", 1, "1"), 0, 1, 0);
        assertThat(calendar.find(Query.of(Job.of("j", 5, 10, 40), 0, Query.ANY_POOL))
                        .window())
                .isEqualTo(new Window(30, 40));
        assertThatThrownBy(() -> Calendars.create("java.lang.String"))
                .hasMessageContaining("a Calendar or a StartRule");
        assertThatThrownBy(() -> Calendars.create("java.lang.Integer"))
                .hasMessageContaining("constructor without parameters");
    }

    @Test
    void findEarliest_looksAtOnePoolOnly() {
        for (String name : Calendars.names()) {
            Calendar calendar = Calendars.create(name);
            calendar.addServers(new Pool("a", 1, "0.5"), 0, 1, 0);
            calendar.addServers(new Pool("b", 2, "1"), 0, 2, 0);
            Query query = Query.of(Job.of("j", 5, 10, 40), 0, Query.ANY_POOL);
            var inB = calendar.findEarliest(new PoolId("b"), query);
            assertThat(inB).isNotNull();
            assertThat(inB.window().start()).isEqualTo(5);
            calendar.book(inB);
            var second = calendar.findEarliest(new PoolId("b"), query);
            assertThat(second).isNotNull();
            calendar.book(second);
            assertThat(calendar.findEarliest(new PoolId("b"), query.from(6))
                            .window()
                            .start())
                    .isEqualTo(15);
            assertThat(calendar.findEarliest(new PoolId("b"), query.from(31))).isNull();
            assertThatThrownBy(() -> calendar.findEarliest(new PoolId("c"), query))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no pool c");
        }
    }
}
