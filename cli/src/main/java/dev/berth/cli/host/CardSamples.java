package dev.berth.cli.host;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Samples of the load of cards, as {@code nvidia-smi -q -d UTILIZATION} prints them: one a fifth of a second, of about 14 seconds. */
final class CardSamples {
    private static final Pattern CARD =
            Pattern.compile("GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9A-Fa-f])\\s*");
    private static final Pattern SECTION = Pattern.compile("\\s+(\\S+) Utilization Samples\\s*");
    private static final Pattern AVERAGE = Pattern.compile("\\s+Avg\\s*:\\s*(\\d{1,3}) %\\s*");

    /** Copying to and from memory is no work of its own, and is not counted as such. */
    private static final String MEMORY = "Memory";

    private CardSamples() {}

    /** The average of the busiest engine of each card in percent, by PCI bus; cards without samples are missing. */
    static Map<String, Integer> averages(String text) {
        Map<String, Integer> averages = new HashMap<>();
        String card = "";
        String section = "";
        for (String line : text.lines().toList()) {
            Matcher bus = CARD.matcher(line);
            Matcher head = SECTION.matcher(line);
            Matcher average = AVERAGE.matcher(line);
            if (bus.matches()) {
                card = bus.group(1);
                section = "";
            } else if (head.matches()) {
                section = head.group(1);
            } else if (average.matches() && !card.isEmpty() && !section.isEmpty() && !section.equals(MEMORY)) {
                averages.merge(card, Integer.parseInt(average.group(1)), Math::max);
            }
        }
        return averages;
    }
}
