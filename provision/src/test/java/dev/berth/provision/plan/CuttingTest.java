package dev.berth.provision.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Money;
import dev.berth.provision.plan.Cutting.Use;
import dev.berth.provision.slot.Allocation;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.util.List;
import org.junit.jupiter.api.Test;

class CuttingTest {
    private static Slot slot(String fixedCost) {
        return new Slot(0, 10, 100, UnitCost.ONE, Money.of(fixedCost), true, false);
    }

    @Test
    void withoutOverhead_onlyWhatIsUsed() {
        Slot free = slot("0");
        assertThat(Cutting.cut(free, List.of(new Use(10, 20, 2), new Use(20, 30, 1), new Use(50, 60, 3))))
                .containsExactly(
                        new Allocation(free, 10, 1, 10),
                        new Allocation(free, 10, 1, 20),
                        new Allocation(free, 50, 3, 10));
    }

    @Test
    void pauseCheaperThanAnotherAllocation_isAllocated() {
        Slot five = slot("5");
        assertThat(Cutting.cut(five, List.of(new Use(10, 20, 1), new Use(24, 30, 1), new Use(90, 95, 1))))
                .containsExactly(new Allocation(five, 10, 1, 20), new Allocation(five, 90, 1, 5));
    }

    @Test
    void overheadDear_oneAllocationAroundAll() {
        Slot dear = slot("1000");
        assertThat(Cutting.cut(dear, List.of(new Use(10, 20, 4), new Use(24, 30, 1), new Use(90, 95, 2))))
                .containsExactly(new Allocation(dear, 10, 4, 85));
    }

    @Test
    void nothingUsed_nothingAllocated() {
        assertThat(Cutting.cut(slot("5"), List.of(new Use(10, 10, 4)))).isEmpty();
    }
}
