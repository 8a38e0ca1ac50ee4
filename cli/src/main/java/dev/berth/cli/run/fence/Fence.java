package dev.berth.cli.run.fence;

import dev.berth.cli.run.fence.HostLimits.Limit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Control groups that hold one command to its limits, and limits that they cannot hold.
 *
 * @param groups that were made for the command alone
 * @param unified its group of cgroup v2, if that is one of them: a process is in one group of v2
 * @param entry the words that, before a command, start it inside; the command does not start if it cannot enter
 * @param held limits that were set and read back
 * @param missing limits that do not hold, and why
 */
public record Fence(
        List<GroupDirectory> groups,
        Optional<GroupDirectory> unified,
        List<String> entry,
        List<Limit> held,
        List<Missing> missing) {
    /** For a command that has no limits. */
    public static final Fence NONE = new Fence(List.of(), Optional.empty(), List.of(), List.of(), List.of());

    private static final String KILLS = "oom_kill";

    /** A limit that does not hold. */
    public record Missing(Limit limit, String why) {}

    /** One that holds nothing. */
    static Fence missing(HostLimits limits, String why) {
        return new Fence(
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                limits.all().stream().map(each -> new Missing(each, why)).toList());
    }

    /** The words of a command that starts inside. */
    public List<String> entering(List<String> words) {
        List<String> all = new ArrayList<>(entry);
        all.addAll(words);
        return all;
    }

    /** How many of its processes Linux has killed so far because the command had no memory left. */
    public long killedForMemory() {
        // The first is the file of v1, the second that of v2.
        return groups.stream()
                .mapToLong(each -> each.number("memory.oom_control", KILLS) + each.number("memory.events", KILLS))
                .sum();
    }

    /** Words for the owner of a reservation whose command has failed because it had no memory left. */
    public String outOfMemory(String id) {
        String memory = held.stream()
                .filter(each -> each.kind() == Limit.Kind.MEMORY)
                .map(Limit::words)
                .findFirst()
                .orElse("its memory");
        return "%s ran out of memory: it needed more than %s, and Linux killed it or a process of it. Book more with --memory"
                .formatted(id, memory);
    }

    /** Removes its groups; the command is over. */
    public void remove() {
        groups.forEach(GroupDirectory::remove);
    }

    /** Directories of its groups. */
    public List<Path> directories() {
        return groups.stream().map(GroupDirectory::path).toList();
    }

    /** Lines that somebody should read before the command starts. */
    public List<String> said() {
        List<String> lines = new ArrayList<>();
        if (!held.isEmpty()) {
            lines.add("Limits enforced by Linux: "
                    + held.stream().map(Limit::words).collect(Collectors.joining(", ")));
        }
        missing.stream()
                .map(Missing::why)
                .distinct()
                .forEach(why -> lines.add("Limits not enforced on this machine: %s (%s)"
                        .formatted(
                                missing.stream()
                                        .filter(each -> each.why().equals(why))
                                        .map(each -> each.limit().words())
                                        .collect(Collectors.joining(", ")),
                                why)));
        return lines;
    }
}
