package dev.berth.words;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Size of memory as people write it: {@code 64g}, {@code 64 GB}, {@code 512 MiB}, {@code 1.5t}; always in powers of two, in MiB. */
public final class MemorySize {
    public static final String RULE = "must be a number of MiB, or text such as \"512m\", \"64g\" or \"1.5t\"";

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?) ?([mgt])(?:i?b)?");
    private static final Map<String, Long> UNITS = Map.of("m", 1L, "g", 1L << 10, "t", 1L << 20);
    private static final long GIB = 1 << 10;

    private MemorySize() {}

    /** Size in MiB, rounded up; empty if the text is no size with a unit. */
    public static Optional<Long> read(String text) {
        Matcher size = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            return Optional.empty();
        }
        BigDecimal unit = BigDecimal.valueOf(UNITS.getOrDefault(size.group(2), 1L));
        return Optional.of(new BigDecimal(size.group(1))
                .multiply(unit)
                .setScale(0, RoundingMode.UP)
                .longValueExact());
    }

    /** Size in words: {@code 64 GiB}, {@code 1536 MiB}. */
    public static String words(long mebibytes) {
        return mebibytes % GIB == 0 ? mebibytes / GIB + " GiB" : mebibytes + " MiB";
    }
}
