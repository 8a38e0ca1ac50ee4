package dev.berth.cli.workflow;

import dev.berth.cli.console.BadInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many servers a task takes at once.
 *
 * @param kinds of those of a kind
 * @param others of all others
 */
public record TaskServers(Map<String, Integer> kinds, int others) {
    /** Reads what is given as {@code N} or {@code KIND=N}. */
    public static TaskServers parse(List<String> given) {
        Map<String, Integer> kinds = new HashMap<>();
        int others = 1;
        for (String each : given) {
            int sign = each.lastIndexOf('=');
            String number = each.substring(sign + 1);
            if (!number.matches("[1-9]\\d{0,6}")) {
                throw new BadInput(
                        "--servers: \"%s\" must be a number such as 4, or KIND=N such as mProject=4".formatted(each));
            }
            if (sign < 0) {
                others = Integer.parseInt(number);
            } else {
                kinds.put(each.substring(0, sign), Integer.parseInt(number));
            }
        }
        return new TaskServers(kinds, others);
    }
}
