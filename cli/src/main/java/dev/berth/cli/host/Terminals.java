package dev.berth.cli.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;

/** The terminals of people who are signed in. */
public final class Terminals {
    /** Index of the process group among the fields after the name of a process; and of that in the foreground of its terminal. */
    private static final int GROUP = 2;

    private static final int FOREGROUND = 5;

    private Terminals() {}

    /** Terminals of a user, found by the user's processes. */
    public static Set<String> of(String user, ProcessTable processes) {
        Set<String> terminals = new TreeSet<>();
        for (HostProcess each : processes.all()) {
            if (each.user().equals(user) && !each.terminal().isEmpty()) {
                terminals.add(each.terminal());
            }
        }
        return terminals;
    }

    /** Whether reading standard input would stop this process, because it is a terminal and others are in its foreground. */
    public static boolean isInBackground() {
        try {
            String input = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean isTerminal = input.startsWith("/dev/pts/") || input.startsWith("/dev/tty");
            return isTerminal && !fields[GROUP].equals(fields[FOREGROUND]);
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes a line there as {@code write} does. A terminal that is stopped, or gone, keeps nobody waiting. */
    public static void say(Set<String> terminals, String line) {
        byte[] text = ("\r\n" + line + "\r\n").getBytes(StandardCharsets.UTF_8);
        for (String terminal : terminals) {
            Thread.ofPlatform().daemon().name("berth-says").start(() -> {
                try {
                    Files.write(Path.of(terminal), text, StandardOpenOption.WRITE);
                } catch (IOException e) {
                    // Nobody is there any more.
                }
            });
        }
    }
}
