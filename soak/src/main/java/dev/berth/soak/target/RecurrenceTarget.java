package dev.berth.soak.target;

import dev.berth.engine.model.BadValue;
import dev.berth.service.series.Recurrence;
import dev.berth.soak.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;

/** RRULEs, and when they recur. */
public final class RecurrenceTarget implements FuzzTarget {
    private static final long FIRST = 1_794_700_000_000L;

    @Override
    public String name() {
        return "rrule";
    }

    @Override
    public List<String> words() {
        return List.of(
                "FREQ=DAILY",
                "FREQ=WEEKLY",
                "FREQ=MONTHLY",
                "FREQ=YEARLY",
                ";COUNT=",
                ";UNTIL=",
                ";INTERVAL=",
                ";BYDAY=",
                ";BYMONTH=",
                ";BYMONTHDAY=",
                ";BYYEARDAY=",
                ";BYWEEKNO=",
                ";BYSETPOS=",
                ";WKST=MO",
                "-1",
                "5TU",
                "20301231",
                "T000000Z",
                ";RSCALE=HEBREW",
                ";SKIP=FORWARD");
    }

    @Override
    public void read(byte[] input) {
        try {
            new Recurrence(new String(input, StandardCharsets.UTF_8), ZoneId.of("Europe/Zurich")).occurrences(FIRST);
        } catch (BadValue e) {
            // refused as documented
        }
    }
}
