package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processors and the memory of this machine, by {@code /proc}.
 *
 * @param cores without the threads that share one
 */
public record Processors(int sockets, int cores, int gibibytes) {
    private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d+) kB$");

    /** Reads the processors and the memory of this machine. */
    public static Processors read() {
        return read(Path.of("/proc"));
    }

    static Processors read(Path proc) {
        Set<String> sockets = new TreeSet<>();
        Set<String> cores = new TreeSet<>();
        int threads = 0;
        for (String block : text(proc.resolve("cpuinfo")).split("\n\\s*\n", -1)) {
            Optional<String> thread = field(block, "processor");
            if (thread.isEmpty()) {
                continue;
            }
            threads++;
            // Many virtual machines and ARM processors tell neither: then each thread is a core of one socket.
            String socket = field(block, "physical id").orElse("0");
            sockets.add(socket);
            cores.add(socket + " " + field(block, "core id").orElse("thread " + thread.get()));
        }
        if (threads == 0) {
            throw new Failed("Cannot read the processors of this machine: /proc/cpuinfo lists none");
        }
        Matcher total = TOTAL.matcher(text(proc.resolve("meminfo")));
        if (!total.find()) {
            throw new Failed("Cannot read the memory of this machine: /proc/meminfo has no MemTotal");
        }
        return new Processors(
                sockets.size(), cores.size(), (int) Math.round(Long.parseLong(total.group(1)) / 1048576.0));
    }

    private static Optional<String> field(String block, String name) {
        return block.lines()
                .filter(line -> line.startsWith(name)
                        && line.substring(name.length()).stripLeading().startsWith(":"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new Failed("Cannot read " + file, e);
        }
    }
}
