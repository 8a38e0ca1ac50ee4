package dev.berth.lab.workload.swf;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How many jobs a reader gave out and how many were odd, by reason. What was wrong with a job that was skipped for
 * another reason is not counted.
 */
public record Oddities(long read, Map<Oddity, Long> counts) {
    public Oddities {
        // Not Map.copyOf: the order of the enum is the order of the words.
        EnumMap<Oddity, Long> copy = new EnumMap<>(Oddity.class);
        copy.putAll(counts);
        counts = copy;
    }

    @Override
    public Map<Oddity, Long> counts() {
        return new EnumMap<>(counts);
    }

    public long of(Oddity oddity) {
        return counts.getOrDefault(oddity, 0L);
    }

    public long skipped() {
        return Arrays.stream(Oddity.values())
                .filter(Oddity::skips)
                .mapToLong(this::of)
                .sum();
    }

    /** The counts as a person would tell them: a line in all, then one for each oddity there was. */
    public String words() {
        String odd = Arrays.stream(Oddity.values())
                .filter(oddity -> of(oddity) > 0)
                .map(oddity -> "\n  " + (oddity.skips() ? "skipped " : "kept ") + of(oddity) + ": " + oddity.words())
                .collect(Collectors.joining());
        return read + " jobs read, " + skipped() + " skipped" + (odd.isEmpty() ? "" : ":" + odd);
    }
}
