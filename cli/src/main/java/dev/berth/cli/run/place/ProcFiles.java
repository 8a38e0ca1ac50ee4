package dev.berth.cli.run.place;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What Linux says of processes in {@code /proc}. A process may end at any moment, so nothing here is an error. */
public final class ProcFiles {
    private static final Path PROC = Path.of("/proc");
    /** Of the fields behind the name of the process. */
    private static final int GROUP = 2;

    private static final int BORN = 19;

    private ProcFiles() {}

    /** When a process began, in ticks since boot: together with its number this is the same process and no other. */
    public static Optional<String> born(long process) {
        return stat(PROC.resolve(Long.toString(process))).map(stat -> Long.toString(stat.born));
    }

    /** Seconds since the machine was booted, which go on evenly whatever the clock says. */
    static double uptime() {
        try {
            return Double.parseDouble(Files.readString(PROC.resolve("uptime")).split(" ", 2)[0]);
        } catch (IOException e) {
            return System.nanoTime() / 1e9;
        }
    }

    /**
     * The living processes of a group, and those with this variable in their environment.
     *
     * @param since when the first of them began, in ticks since boot: older processes are not looked at closely, because on a
     *     busy machine they are many
     * @param least the least number that one of them can have; 0 if it may be any
     */
    static List<Long> members(long group, String variable, long since, long least) {
        String entry = '\0' + variable + '\0';
        List<Long> members = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                long number = Long.parseLong(process.getFileName().toString());
                Optional<Stat> stat = number < least ? Optional.empty() : stat(process);
                if (stat.isPresent()
                        && !stat.get().isOver()
                        && stat.get().born >= since
                        && (stat.get().group == group || has(process, entry))) {
                    members.add(number);
                }
            }
        } catch (IOException e) {
            return members;
        }
        return members;
    }

    private static Optional<Stat> stat(Path process) {
        try {
            String text = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            return Optional.of(Stat.read(text));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A line of /proc/PID/stat, as far as it is needed: a busy machine has thousands of them. */
    private record Stat(char state, long group, long born) {
        static Stat read(String text) {
            // The name may contain blanks and parentheses.
            int behindName = text.lastIndexOf(')') + 2;
            int group = skip(text, behindName, GROUP);
            return new Stat(
                    text.charAt(behindName), number(text, group), number(text, skip(text, group, BORN - GROUP)));
        }

        private static int skip(String text, int from, int fields) {
            int at = from;
            for (int i = 0; i < fields; i++) {
                at = text.indexOf(' ', at) + 1;
            }
            return at;
        }

        private static long number(String text, int from) {
            int end = text.indexOf(' ', from);
            return Long.parseLong(text, from, end < 0 ? text.length() : end, 10);
        }

        boolean isOver() {
            return state == 'Z';
        }
    }

    /** Only the environments of one's own processes can be read. */
    private static boolean has(Path process, String entry) {
        try {
            String environment = '\0' + Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return environment.contains(entry);
        } catch (IOException e) {
            return false;
        }
    }
}
