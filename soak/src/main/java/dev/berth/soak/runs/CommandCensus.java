package dev.berth.soak.runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks from outside, in {@code /proc}, at which commands use which servers. Knows nothing of what runners believe. */
final class CommandCensus {
    private final String site;
    private final List<String> violations = new ArrayList<>();
    private Duration latest = Duration.ZERO;

    /** A process of a command. */
    private record Member(Path process, String mark, String reservation, List<String> servers, Instant end) {}

    /** @param site a variable that only the commands of this soak have in their environment, with its value */
    CommandCensus(String site) {
        this.site = site;
    }

    /** Looks once, and returns how many processes there are. */
    synchronized int look() throws IOException {
        Map<String, Member> byServer = new TreeMap<>();
        List<Member> all = members();
        Instant now = Instant.now();
        for (Member member : all) {
            Duration late = Duration.between(member.end(), now);
            if (late.compareTo(latest) > 0) {
                latest = late;
            }
            for (String server : member.servers()) {
                Member other = byServer.putIfAbsent(server, member);
                // One may have ended while the others were looked at: only what lives together counts.
                if (other != null
                        && !other.mark().equals(member.mark())
                        && lives(other)
                        && lives(member)
                        && lives(other)) {
                    violations.add("server %s is used by %s and %s at %s"
                            .formatted(server, other.reservation(), member.reservation(), now));
                }
            }
        }
        return all.size();
    }

    private static boolean lives(Member member) {
        return read(member.process()).filter(now -> now.equals(member)).isPresent();
    }

    private List<Member> members() throws IOException {
        List<Member> members = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                read(process, site).ifPresent(members::add);
            }
        }
        return members;
    }

    private static Optional<Member> read(Path process) {
        return read(process, "BERTH_RUN=");
    }

    private static Optional<Member> read(Path process, String with) {
        try {
            // Of a process that has ended and was not asked for its exit code, nothing is left here.
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            if (!environment.contains(with)) {
                return Optional.empty();
            }
            Map<String, String> variables = Arrays.stream(environment.split("\0"))
                    .filter(entry -> entry.contains("="))
                    .map(entry -> entry.split("=", 2))
                    .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1], (first, second) -> first));
            return !variables.containsKey("BERTH_RUN")
                    ? Optional.empty()
                    : Optional.of(new Member(
                            process,
                            variables.getOrDefault("BERTH_RUN", ""),
                            variables.getOrDefault("BERTH_RESERVATION", ""),
                            List.of(variables.getOrDefault("BERTH_SERVERS", "").split(",", -1)),
                            Instant.parse(variables.getOrDefault("BERTH_END", ""))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** How long the latest process lived past the end of its reservation. */
    synchronized Duration latest() {
        return latest;
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }
}
