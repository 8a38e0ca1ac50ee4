package dev.berth.cli.run.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks in {@code /proc} at which commands have which devices of which host. It knows nothing of what the service or runners believe. */
public final class PartsInUse {
    private final String pool;
    private final List<String> twice = new ArrayList<>();
    private final Map<String, String> seen = new HashMap<>();

    private record Member(Path process, String mark, String user, List<String> devices) {}

    /** @param pool a pool that only the commands of this test have in their environment */
    public PartsInUse(String pool) {
        this.pool = pool;
    }

    /** Looks once, and returns how many processes there are. */
    public synchronized int look() throws IOException {
        Map<String, Member> owners = new HashMap<>();
        int count = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                Optional<Member> member = read(process);
                if (member.isEmpty()) {
                    continue;
                }
                count++;
                seen.put(member.get().mark(), member.get().user());
                for (String device : member.get().devices()) {
                    Member other = owners.putIfAbsent(device, member.get());
                    // One may have ended while the others were looked at: only what lives together counts.
                    if (other != null
                            && !other.mark().equals(member.get().mark())
                            && lives(other)
                            && lives(member.get())
                            && lives(other)) {
                        twice.add("%s is used by %s and %s".formatted(device, other, member.get()));
                    }
                }
            }
        }
        return count;
    }

    private boolean lives(Member member) {
        return read(member.process()).filter(member::equals).isPresent();
    }

    private Optional<Member> read(Path process) {
        try {
            Map<String, String> variables = new HashMap<>();
            for (String each : Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
                    .split("\0", -1)) {
                int equals = each.indexOf('=');
                if (equals > 0) {
                    variables.put(each.substring(0, equals), each.substring(equals + 1));
                }
            }
            return pool.equals(variables.get("BERTH_POOL")) && variables.containsKey("BERTH_RUN")
                    ? Optional.of(new Member(
                            process,
                            variables.get("BERTH_RUN"),
                            variables.getOrDefault("USER", ""),
                            Arrays.asList(
                                    variables.getOrDefault("BERTH_DEVICES", "").split(",", -1))))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Devices that two commands had at a time. */
    public synchronized List<String> twice() {
        return List.copyOf(twice);
    }

    /** Number of commands that were seen. */
    public synchronized int commands() {
        return seen.size();
    }

    /** Number of accounts whose commands were seen. */
    public synchronized long users() {
        return seen.values().stream().distinct().count();
    }
}
