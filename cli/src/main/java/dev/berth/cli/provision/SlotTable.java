package dev.berth.cli.provision;

import dev.berth.cli.console.Streams;
import dev.berth.cli.replay.RecordJson;
import dev.berth.cli.text.Columns;
import dev.berth.words.Spans;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** Table of the slots that the sites in a file would advertise, for people or programs. */
final class SlotTable {
    private SlotTable() {}

    /**
     * Lists the slots that the sites in the file would advertise.
     *
     * @param json as JSON rather than in columns
     */
    static String of(String file, Streams streams, boolean json) {
        List<SlotRow> slots = SlotRow.of(SitesInput.read(file, streams));
        if (json) {
            return RecordJson.of(slots) + "\n";
        }
        Columns columns =
                new Columns("slot", "site", "start", "servers", "duration", "server-hour", "fixed", "sold", "cost");
        for (SlotRow slot : slots) {
            columns.row(
                    slot.slot(),
                    slot.site(),
                    span(slot.start()),
                    slot.servers(),
                    span(slot.seconds()),
                    slot.perServerHour(),
                    slot.fixedCost(),
                    AdvertisedSlots.sold(slot.divisible(), slot.extensible()),
                    ProvisionPlanText.money(slot.cost()));
        }
        return columns.toString();
    }

    static String span(BigDecimal seconds) {
        return Spans.text(Duration.ofMillis(seconds.movePointRight(3).longValue()));
    }
}
