package dev.berth.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Commands by name. Only the one that is asked for is ever made, for most of the time of a short run is loading classes. */
public final class Commands {
    /** A line in the list of commands. */
    sealed interface Entry {
        String heading();

        String summary();
    }

    record Single(String heading, String summary, Supplier<ShellCommand> maker) implements Entry {}

    record Group(String heading, String summary, Commands commands) implements Entry {}

    /** More names than this are for the help. */
    private static final int MOST_NAMED = 12;

    private final String path;
    private final String about;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Commands> former = new LinkedHashMap<>();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private String heading = "Commands";
    private @Nullable Supplier<ShellCommand> usual;

    /**
     * @param path the words that lead here, such as {@code berth lab}
     */
    public Commands(String path, String about) {
        this.path = path;
        this.about = about;
    }

    /** Lists the commands that follow under this heading. */
    public Commands heading(String title) {
        heading = title;
        return this;
    }

    public Commands add(String name, String summary, Supplier<ShellCommand> maker) {
        entries.put(name, new Single(heading, summary, maker));
        return this;
    }

    public Commands add(String name, Commands group) {
        entries.put(name, new Group(heading, group.about, group));
        return this;
    }

    /** Commands under a name that they had before: still understood, and shown nowhere. */
    public Commands formerly(String name, Commands group) {
        former.put(name, group);
        return this;
    }

    /** Sets the command that runs if none of the commands is named. */
    public Commands byDefault(Supplier<ShellCommand> maker) {
        usual = maker;
        return this;
    }

    /** A variable of the environment that all of the commands heed. */
    public Commands variable(String name, String text) {
        variables.put(name, text);
        return this;
    }

    Map<String, String> variables() {
        return variables;
    }

    String path() {
        return path;
    }

    String about() {
        return about;
    }

    Map<String, Entry> entries() {
        return entries;
    }

    /** The command or the group with this name, also if it had it before; null if there is none. */
    @Nullable
    Entry find(String name) {
        Commands group = former.get(name);
        return group == null ? entries.get(name) : new Group(heading, group.about, group);
    }

    @Nullable
    Supplier<ShellCommand> usual() {
        return usual;
    }

    /** The words of every command and group, this one first. */
    public List<String> paths() {
        List<String> paths = new ArrayList<>(List.of(path));
        entries.forEach((name, entry) -> {
            if (entry instanceof Group group) {
                paths.addAll(group.commands().paths());
            } else {
                paths.add(path + " " + name);
            }
        });
        return paths;
    }

    BadUsage missing() {
        boolean isShort = entries.size() <= MOST_NAMED;
        return new BadUsage(path, "Missing command" + (isShort ? ": " + String.join(", ", entries.keySet()) : ""));
    }

    BadUsage unknown(String name) {
        return new BadUsage(
                path, "Unknown command: " + Syntax.shown(name) + Suggestions.of(name, List.copyOf(entries.keySet())));
    }
}
