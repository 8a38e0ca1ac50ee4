package dev.berth.provision.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import org.junit.jupiter.api.Test;

/** Table 1 of singh by hand. */
class SlotTest {
    private static final UnitCost TWO = new UnitCost(Money.of("2"), 1);
    private static final Money FIVE = Money.of("5");
    private static final Slot WHOLE = new Slot(100, 4, 50, TWO, FIVE, false, false);
    private static final Slot DIVISIBLE = new Slot(100, 4, 50, TWO, FIVE, true, false);
    private static final Slot OPEN = new Slot(100, 4, 50, TWO, FIVE, true, true);

    @Test
    void indivisible_isTakenAsAWhole() {
        assertThat(Allocation.whole(WHOLE).cost()).isEqualTo(Money.of("405"));
        refused(WHOLE, 100, 3, 50, "must be the whole slot");
        refused(WHOLE, 101, 4, 49, "must be the whole slot");
        refused(WHOLE, 100, 4, 51, "must be the whole slot");
    }

    @Test
    void extensibleButIndivisible_isNotAllowed() {
        assertThatThrownBy(() -> new Slot(0, 1, 1, TWO, FIVE, false, true))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("needs a divisible slot");
    }

    @Test
    void divisible_isTakenInPartsWithinItsTime() {
        assertThat(new Allocation(DIVISIBLE, 120, 3, 30).cost()).isEqualTo(Money.of("185"));
        assertThat(Allocation.whole(DIVISIBLE).cost()).isEqualTo(Money.of("405"));
        refused(DIVISIBLE, 120, 3, 31, "ends at 150 and cannot be extended");
        refused(DIVISIBLE, 99, 3, 10, "before the slot starts, 100");
        refused(DIVISIBLE, 100, 5, 10, "must be from 1 to 4");
        refused(DIVISIBLE, 100, 0, 10, "must be from 1 to 4");
    }

    @Test
    void extensible_goesOnBeyondItsEnd() {
        assertThat(new Allocation(OPEN, 140, 2, 1000).cost()).isEqualTo(Money.of("4005"));
        assertThat(new Allocation(OPEN, 400, 1, 10).cost()).isEqualTo(Money.of("25"));
        refused(OPEN, 99, 1, 10, "before the slot starts, 100");
        refused(OPEN, 100, 5, 10, "must be from 1 to 4");
        refused(OPEN, 100, 1, 0, "must be greater than zero");
    }

    private static void refused(Slot slot, long start, int servers, long duration, String why) {
        assertThatThrownBy(() -> new Allocation(slot, start, servers, duration))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining(why);
    }

    @Test
    void unitCost_isAPriceForATime_roundedOnce() {
        UnitCost ahead = new UnitCost(Money.of("8"), 1, new UnitCost.Lead(100, 250_000, 40));
        assertThat(ahead.of(10)).isEqualTo(Money.of("80"));
        assertThat(ahead.of(10, 120)).as("half of the lead").isEqualTo(Money.of("70"));
        assertThat(ahead.of(10, 9_000)).isEqualTo(Money.of("60"));
        UnitCost perHour = new UnitCost(Money.of("0.50"), 3_600_000);
        assertThat(perHour.of(7_200_000)).isEqualTo(Money.of("1"));
        assertThat(perHour.of(1)).isEqualTo(Money.of("0"));
        assertThat(perHour.of(5)).isEqualTo(Money.of("0.000001"));
        assertThat(UnitCost.ONE.of(3)).isEqualTo(Money.of("3"));
        assertThatThrownBy(() -> UnitCost.ONE.of(1L << 60)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new UnitCost(Money.of("-1"), 1)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new UnitCost(Money.of("1"), 0)).isInstanceOf(BadValue.class);
    }

    @Test
    void badSlots_areRefused() {
        assertThatThrownBy(() -> Slot.whole(-1, 1, 1)).hasMessageContaining("start: \"-1\"");
        assertThatThrownBy(() -> Slot.whole(0, 0, 1)).hasMessageContaining("servers: \"0\"");
        assertThatThrownBy(() -> Slot.whole(0, 1, 0)).hasMessageContaining("duration: \"0\"");
        assertThatThrownBy(() -> new Slot(0, 1, 1, TWO, Money.of("-1"), true, true))
                .hasMessageContaining("fixedCost: \"-1.00\"");
    }
}
