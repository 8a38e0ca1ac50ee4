package dev.berth.cli.provision;

import dev.berth.engine.model.Money;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.slot.Slot;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * A slot as {@code berth slots --json} writes it; times are seconds from now.
 *
 * @param cost of all of it
 */
record SlotRow(
        int slot,
        String site,
        BigDecimal start,
        int servers,
        BigDecimal seconds,
        String perServerHour,
        String fixedCost,
        boolean divisible,
        boolean extensible,
        String cost) {
    static List<SlotRow> of(SlotAvailability availability) {
        List<SlotRow> rows = new ArrayList<>();
        for (int index = 0; index < availability.size(); index++) {
            Slot slot = availability.slot(index);
            Money whole = slot.cost(Math.multiplyExact(slot.servers(), slot.duration()), 1);
            rows.add(new SlotRow(
                    index,
                    availability.sites().get(availability.site(index)).id(),
                    seconds(slot.start()),
                    slot.servers(),
                    seconds(slot.duration()),
                    slot.unitCost().amount().toString(),
                    slot.fixedCost().toString(),
                    slot.divisible(),
                    slot.extensible(),
                    whole.toString()));
        }
        return rows;
    }

    /** Seconds from milliseconds, without trailing zeros. */
    static BigDecimal seconds(long millis) {
        BigDecimal seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros();
        return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
    }
}
