package dev.berth.cli.host;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Control group of a process, as {@code /proc/PID/cgroup} shows it. Only root can move a process out of its own group, so the
 * beginning of a path can be trusted; the part below it may have been named by the user.
 *
 * @param user the number of the user in whose part of the system it runs; empty if it is a part of the system itself
 * @param container the first digits of the name of its container, or the name if it has one; empty if it is in none
 */
record ControlGroup(OptionalInt user, Optional<String> container) {
    private static final ControlGroup NONE = new ControlGroup(OptionalInt.empty(), Optional.empty());

    /** Groups of a user: made by systemd for users who have signed in, and by Slurm's older plugins for users who have a job. */
    private static final List<Pattern> USERS = List.of(
            Pattern.compile("/user\\.slice/user-(\\d{1,9})\\.slice(/.*)?"),
            Pattern.compile("/slurm(?:_[^/]*)?/uid_(\\d{1,9})(/.*)?"));

    /** Such as {@code docker-ID.scope}, {@code libpod-payload-ID}, {@code cri-containerd-ID.scope}, or the ID alone. */
    private static final Pattern CONTAINER = Pattern.compile("(?:[a-z][a-z-]*-)?([0-9a-f]{64})(?:\\.scope)?");

    /** Groups of containers of LXC and systemd-nspawn, which have names. */
    private static final List<Pattern> NAMED = List.of(
            Pattern.compile("/(?:.*/)?lxc(?:\\.payload)?[./]([A-Za-z0-9][\\w.-]{0,40})(/.*)?"),
            Pattern.compile("/machine\\.slice/machine-([A-Za-z0-9][\\w.\\\\-]{0,40})\\.scope(/.*)?"),
            Pattern.compile("/machine\\.slice/systemd-nspawn@([A-Za-z0-9][\\w.\\\\-]{0,40})\\.service(/.*)?"));

    private static final int SHOWN = 12;

    /** Reads the lines of all hierarchies; that which says most counts. */
    static ControlGroup read(String text) {
        return text.lines()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3)
                .map(parts -> of(parts[2]))
                .max(Comparator.comparingInt(ControlGroup::known))
                .orElse(NONE);
    }

    private int known() {
        return (user.isPresent() ? 2 : 0) + (container.isPresent() ? 1 : 0);
    }

    private static ControlGroup of(String path) {
        OptionalInt user = OptionalInt.empty();
        for (Pattern pattern : USERS) {
            Matcher matcher = pattern.matcher(path);
            if (matcher.matches()) {
                user = OptionalInt.of(Integer.parseInt(matcher.group(1)));
            }
        }
        return new ControlGroup(user, container(path));
    }

    private static Optional<String> container(String path) {
        for (String part : path.split("/", -1)) {
            Matcher container = CONTAINER.matcher(part);
            if (container.matches()) {
                return Optional.of(container.group(1).substring(0, SHOWN));
            }
        }
        return NAMED.stream()
                .map(pattern -> pattern.matcher(path))
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst();
    }
}
