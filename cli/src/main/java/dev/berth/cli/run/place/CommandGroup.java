package dev.berth.cli.run.place;

import dev.berth.cli.run.fence.GroupDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group of Linux for one command. Whatever the command starts is in it, with whatever environment, session or parent; only
 * somebody with more rights, or a service that is asked to, takes a process out of it.
 *
 * @param directory where Linux shows it
 * @param entry the words that, before a command, start it in the group
 */
public record CommandGroup(Path directory, List<String> entry) {
    static final String PROCESSES = GroupDirectory.PROCESSES;
    static final String KILL = "cgroup.kill";

    List<String> entering(List<String> words) {
        List<String> all = new ArrayList<>(entry);
        all.addAll(words);
        return all;
    }

    /** Its living processes, with those of the groups below it, which a command may make itself. */
    List<Long> members() {
        List<Long> members = new ArrayList<>();
        addMembers(directory, members);
        return members;
    }

    private static void addMembers(Path group, List<Long> members) {
        try {
            for (String line : Files.readAllLines(group.resolve(PROCESSES))) {
                long number = Long.parseLong(line.strip());
                // Linux writes 0 for what this process cannot see.
                if (number > 1) {
                    members.add(number);
                }
            }
            for (Path below : new GroupDirectory(group).below()) {
                addMembers(below, members);
            }
        } catch (IOException | NumberFormatException e) {
            // It has vanished, and so have its processes.
        }
    }

    /** Kills all its processes at once, also those that are being started. Linux before 5.14 cannot: then nothing happens. */
    void kill() {
        try {
            Path file = directory.resolve(KILL);
            if (Files.exists(file)) {
                Files.writeString(file, "1");
            }
        } catch (IOException e) {
            // Its members get signals.
        }
    }

    /** Removes it if it is empty; processes that were killed take a moment to go. */
    void remove() {
        new GroupDirectory(directory).remove();
    }
}
