package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import dev.berth.words.Unreadable;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** Times and durations as people type them. */
public final class TimeTarget implements FuzzTarget {
    private final Moments moments =
            new Moments(Clock.fixed(Instant.parse("2026-11-15T09:00:00Z"), ZoneOffset.UTC), ZoneId.of("Europe/Zurich"));

    @Override
    public String name() {
        return "time";
    }

    @Override
    public List<String> words() {
        return List.of(
                "now", "now+", "tomorrow ", "today ", "2h", "30m", "1-12:00:00", "PT2H", "09:00", "mon ", "T", "Z");
    }

    @Override
    public void read(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            moments.parse("--ready", text);
        } catch (Unreadable e) {
            // refused as documented
        }
        try {
            Spans.parse("--work", text);
        } catch (Unreadable e) {
            // refused as documented
        }
    }
}
