package dev.berth.wire;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of nodes as Slurm writes them: {@code n[01-04,07],login} for five that are numbered and one that is not. */
public final class NodeRanges {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)([0-9]+)");

    private NodeRanges() {}

    public static String folded(Collection<String> nodes) {
        Map<String, List<String>> numbers = new TreeMap<>();
        List<String> parts = new ArrayList<>();
        for (String node : nodes) {
            Matcher matcher = NUMBERED.matcher(node);
            if (matcher.matches()) {
                numbers.computeIfAbsent(matcher.group(1), prefix -> new ArrayList<>())
                        .add(matcher.group(2));
            } else {
                parts.add(node);
            }
        }
        numbers.forEach((prefix, each) -> parts.add(prefix + ranges(each)));
        parts.sort(Comparator.naturalOrder());
        return String.join(",", parts);
    }

    private static String ranges(List<String> numbers) {
        if (numbers.size() == 1) {
            return numbers.getFirst();
        }
        numbers.sort(
                Comparator.comparing((String number) -> new BigInteger(number)).thenComparingInt(String::length));
        StringBuilder text = new StringBuilder("[");
        int first = 0;
        for (int i = 1; i <= numbers.size(); i++) {
            if (i == numbers.size() || !numbers.get(i).equals(next(numbers.get(i - 1)))) {
                text.append(text.length() > 1 ? "," : "").append(numbers.get(first));
                if (i - 1 > first) {
                    text.append('-').append(numbers.get(i - 1));
                }
                first = i;
            }
        }
        return text.append(']').toString();
    }

    /** The number after this one, as wide: 10 after 09, and 10 after 9. */
    private static String next(String number) {
        String plain = new BigInteger(number).add(BigInteger.ONE).toString();
        return "0".repeat(Math.max(0, number.length() - plain.length())) + plain;
    }
}
