package dev.berth.cli.run.place;

import dev.berth.cli.host.SystemCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The children of this process: those that it has started, and orphans. Where a command has no control group of its own, this process
 * becomes a subreaper: what the command leaves behind becomes a child of this process, and not of init, however it hides.
 *
 * <p>An orphan is known by its session. A command begins one, which its processes can leave only for one of their own; other children of this
 * process are in its session, or were started here and are remembered.
 */
public final class Children {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Set<Long> STARTED = new HashSet<>();
    /** The marks of the commands that run. */
    private static final Set<String> COMMANDS = new HashSet<>();

    private static boolean isAdopting;

    private Children() {}

    /** Starts a child that has a session of its own. */
    public static synchronized Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        STARTED.add(process.pid());
        CompletableFuture<Void> unused = process.onExit().thenRun(() -> ended(process.pid()));
        return process;
    }

    private static synchronized void ended(long child) {
        STARTED.remove(child);
    }

    /** From now on orphans become children of this process; false if Java may not ask Linux for that. */
    static synchronized boolean adoptOrphans() {
        if (!isAdopting) {
            Optional<SystemCalls> calls = SystemCalls.find();
            isAdopting = calls.isPresent() && calls.get().becomeSubreaper();
            if (isAdopting) {
                Thread.ofPlatform().daemon().name("berth-reaps").start(() -> reapForEver(calls.get()));
            }
        }
        return isAdopting;
    }

    static synchronized boolean areAdopted() {
        return isAdopting;
    }

    static synchronized void begun(String mark) {
        COMMANDS.add(mark);
    }

    static synchronized void over(String mark) {
        COMMANDS.remove(mark);
    }

    /**
     * The orphans that a command has left. One that has no mark may be of any command that runs: it is this one's if there is no other,
     * and ends with the last.
     *
     * @param living all processes
     */
    static synchronized List<Long> orphans(String mark, List<ProcFiles.Seen> living) {
        if (!isAdopting || !COMMANDS.equals(Set.of(mark))) {
            return List.of();
        }
        long session = ProcFiles.session();
        return living.stream()
                .filter(each -> isOrphan(each, session))
                .map(ProcFiles.Seen::number)
                .toList();
    }

    private static boolean isOrphan(ProcFiles.Seen each, long session) {
        return each.parent() == ProcessHandle.current().pid()
                && each.session() != session
                && !STARTED.contains(each.number());
    }

    /** Orphans that have ended stay known to Linux until their parent has asked how. */
    private static void reapForEver(SystemCalls calls) {
        long session = ProcFiles.session();
        while (true) {
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                return;
            }
            reap(calls, session);
        }
    }

    private static synchronized void reap(SystemCalls calls, long session) {
        long self = ProcessHandle.current().pid();
        try {
            // Linux gives orphans to the first thread.
            String all = Files.readString(Path.of("/proc/%1$d/task/%1$d/children".formatted(self)))
                    .strip();
            for (String child : all.isEmpty() ? new String[0] : all.split(" ", -1)) {
                ProcFiles.seen(Long.parseLong(child))
                        .filter(each -> each.isOver() && isOrphan(each, session))
                        .ifPresent(each -> calls.reap(each.number()));
            }
        } catch (IOException e) {
            // A Linux that does not list children: they stay known until this process ends.
        }
    }
}
