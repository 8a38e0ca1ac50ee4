package dev.berth.cli.run.place;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what Linux says of processes in {@code /proc}. A process may end at any moment, so nothing here is an error. */
public final class ProcFiles {
    private static final Path PROC = Path.of("/proc");
    /** Index of the parent among the fields after the name of the process; the next two likewise. */
    private static final int PARENT = 1;

    private static final int SESSION = 3;

    private static final int BORN = 19;

    private ProcFiles() {}

    /** When a process began, in ticks since boot: together with its number this is the same process and no other. */
    public static Optional<String> born(long process) {
        return seen(process).map(each -> Long.toString(each.born));
    }

    /** Seconds since the machine was booted, which go on evenly whatever the clock says. */
    static double uptime() {
        try {
            return Double.parseDouble(Files.readString(PROC.resolve("uptime")).split(" ", 2)[0]);
        } catch (IOException e) {
            return System.nanoTime() / 1e9;
        }
    }

    /** The living processes with this variable in their environment. */
    static List<Long> marked(String variable) {
        return living(0, 0).stream()
                .map(Seen::number)
                .filter(number -> has(number, variable))
                .toList();
    }

    /**
     * The living processes.
     *
     * @param since when the first of them began, in ticks since boot: on a busy machine there are many that are older
     * @param least the least number that one of them can have; 0 if it may be any
     */
    static List<Seen> living(long since, long least) {
        List<Seen> living = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                long number = Long.parseLong(process.getFileName().toString());
                if (number >= least) {
                    seen(number)
                            .filter(each -> !each.isOver() && each.born >= since)
                            .ifPresent(living::add);
                }
            }
        } catch (IOException e) {
            return living;
        }
        return living;
    }

    /** The session of this process. */
    static long session() {
        return seen(ProcessHandle.current().pid()).map(Seen::session).orElse(0L);
    }

    /** Whether a process was started with these arguments, one after the other. */
    static boolean isCalled(long process, String... arguments) {
        try {
            String line = '\0' + Files.readString(file(process, "cmdline"), StandardCharsets.ISO_8859_1);
            return line.contains('\0' + String.join("\0", arguments) + '\0');
        } catch (IOException e) {
            return false;
        }
    }

    private static Path file(long process, String name) {
        return PROC.resolve(Long.toString(process)).resolve(name);
    }

    static Optional<Seen> seen(long process) {
        try {
            return Optional.of(
                    Seen.read(process, Files.readString(file(process, "stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A line of /proc/PID/stat, as far as it is needed: a busy machine has thousands of them. */
    record Seen(long number, char state, long parent, long group, long session, long born) {
        static Seen read(long number, String text) {
            // The name may contain blanks and parentheses.
            int behindName = text.lastIndexOf(')') + 2;
            int parent = skip(text, behindName, PARENT);
            int group = skip(text, parent, 1);
            int session = skip(text, group, 1);
            return new Seen(
                    number,
                    text.charAt(behindName),
                    number(text, parent),
                    number(text, group),
                    number(text, session),
                    number(text, skip(text, session, BORN - SESSION)));
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

    /** Whether a variable is in the environment of a process; only those of one's own processes can be read. */
    static boolean has(long process, String variable) {
        try {
            String environment = '\0' + Files.readString(file(process, "environ"), StandardCharsets.ISO_8859_1);
            return environment.contains('\0' + variable + '\0');
        } catch (IOException e) {
            return false;
        }
    }
}
