package dev.berth.cli.host;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All processes of this machine, by {@code /proc}. One that ends while it is looked at is not among them. */
public final class ProcessTable {
    private static final Path PROC = Path.of("/proc");
    /** Index of the terminal among the fields after the name of a process; the next three likewise. */
    private static final int TERMINAL = 4;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int CHILDREN_USER_TIME = 13;
    private static final int CHILDREN_SYSTEM_TIME = 14;
    private static final int BORN = 19;

    private static final int RESIDENT = 21;

    /** Linux on the processors that GPUs are in has pages of 4 KiB, or larger ones, of which it then says too little. */
    private static final long PAGES_OF_MEBIBYTE = 256;

    private static final int ROOT = 0;

    private final Map<Long, HostProcess> byPid;
    /** Names of the owners of processes by user id; the id itself for an owner without a name. */
    private final Map<Integer, String> users;

    private ProcessTable(Map<Long, HostProcess> byPid, Map<Integer, String> users) {
        this.byPid = byPid;
        this.users = users;
    }

    public static ProcessTable read() {
        Map<Long, HostProcess> byPid = new HashMap<>();
        Map<Integer, String> users = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : folders) {
                read(folder, users).ifPresent(each -> byPid.put(each.pid(), each));
            }
        } catch (IOException e) {
            throw new Failed("Cannot read the processes of this machine", e);
        }
        ProcessTable table = new ProcessTable(byPid, users);
        // Such as those of a rootless container: its owner is a number that was lent to somebody.
        byPid.replaceAll((pid, each) -> table.isNameless(each.uid()) ? table.owned(each) : each);
        return table;
    }

    private static Optional<HostProcess> read(Path folder, Map<Integer, String> users) {
        try {
            String text = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The name may contain blanks and parentheses.
            int end = text.lastIndexOf(')');
            String[] fields = text.substring(end + 2).split(" ", -1);
            int uid = (int) Files.getAttribute(folder, "unix:uid");
            String user = users.get(uid);
            if (user == null) {
                user = Files.getOwner(folder).getName();
                users.put(uid, user);
            }
            return Optional.of(new HostProcess(
                    Long.parseLong(folder.getFileName().toString()),
                    fields[BORN],
                    HostProcess.user(user, uid),
                    uid,
                    Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]),
                    Long.parseLong(fields[CHILDREN_USER_TIME]) + Long.parseLong(fields[CHILDREN_SYSTEM_TIME]),
                    Long.parseLong(fields[RESIDENT]) / PAGES_OF_MEBIBYTE,
                    HostProcess.printable(text.substring(text.indexOf('(') + 1, end)),
                    terminal(Integer.parseInt(fields[TERMINAL])),
                    ""));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Path of a terminal, from the device numbers that Linux reserves for terminals; empty for other devices. */
    static String terminal(int device) {
        int major = (device >> 8) & 0xfff;
        int minor = (device & 0xff) | ((device >> 12) & 0xfff00);
        if (major >= 136 && major <= 143) {
            return "/dev/pts/" + ((major - 136) * 256 + minor);
        }
        return major == 4 && minor > 0 && minor < 64 ? "/dev/tty" + minor : "";
    }

    /** A process with its container, and then with the user of that. */
    public Optional<HostProcess> find(long pid) {
        return Optional.ofNullable(byPid.get(pid)).map(this::owned);
    }

    private boolean isNameless(int uid) {
        return Integer.toString(uid).equals(users.get(uid));
    }

    /**
     * Attributes a process to a user. Root and user ids without a name may work for the user of a container, whom the control group
     * names. Every other process belongs to the user it runs as, even if another user started its shell.
     */
    private HostProcess owned(HostProcess process) {
        ControlGroup group = group(process.pid());
        boolean isForSomebody = isNameless(process.uid())
                || (process.uid() == ROOT && group.container().isPresent());
        if (isForSomebody && group.user().isPresent()) {
            int user = group.user().getAsInt();
            return process.in(group, user, name(user));
        }
        return process.in(group, process.uid(), process.user());
    }

    private static ControlGroup group(long pid) {
        try {
            return ControlGroup.read(Files.readString(PROC.resolve(pid + "/cgroup"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return ControlGroup.read("");
        }
    }

    private String name(int uid) {
        return users.computeIfAbsent(uid, any -> {
            try {
                return Files.getOwner(Path.of("/run/user", Integer.toString(uid)))
                        .getName();
            } catch (IOException e) {
                return Integer.toString(uid);
            }
        });
    }

    public Iterable<HostProcess> all() {
        return byPid.values();
    }

    /** These of them alone. */
    public ProcessTable only(Set<Long> pids) {
        Map<Long, HostProcess> some = new HashMap<>(byPid);
        some.keySet().retainAll(pids);
        return new ProcessTable(some, users);
    }

    /** Whether a process still lives and is the same. */
    public static boolean isStill(HostProcess process) {
        ProcessTable now = new ProcessTable(new HashMap<>(), new HashMap<>());
        return read(PROC.resolve(Long.toString(process.pid())), now.users)
                .map(now::owned)
                .filter(each -> each.born().equals(process.born()) && each.uid() == process.uid())
                .isPresent();
    }
}
