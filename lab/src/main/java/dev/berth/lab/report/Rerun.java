package dev.berth.lab.report;

import dev.berth.lab.figure.Figure;
import java.util.Map;

/** The command that yields a figure again, from those of its settings that are options of {@code berth lab run}. */
public final class Rerun {
    private Rerun() {}

    static String command(Figure figure) {
        Map<String, String> settings = figure.settings();
        StringBuilder command = new StringBuilder("berth lab run ").append(figure.id());
        option(command, settings, "scale", ".+");
        option(command, settings, "seed", ".+");
        option(command, settings, "trace", ".+");
        // In a report these may be phrases ("30 batches"), which are no option.
        option(command, settings, "jobs", "\\d+");
        option(command, settings, "runs", "\\d+");
        for (String choice : settings.getOrDefault("set", "").split(" ", -1)) {
            if (!choice.isEmpty()) {
                command.append(" --set ").append(quoted(choice));
            }
        }
        if (figure.claims().stream().anyMatch(claim -> claim.readings().size() > 1)) {
            command.append(" --readings all");
        }
        return command.toString();
    }

    /** The command that yields the figure at a scale at which its claims can be decided. */
    public static String larger(Figure figure) {
        return "berth lab run " + figure.id() + " --scale quick";
    }

    private static void option(StringBuilder command, Map<String, String> settings, String name, String form) {
        String value = settings.get(name);
        if (value != null && value.matches(form)) {
            command.append(" --").append(name).append(' ').append(quoted(value));
        }
    }

    private static String quoted(String value) {
        return value.matches("[\\w./:+=-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
