package dev.berth.cli.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How much each user loads the processors, from one look to the next. */
public final class LoadMeter {
    /** A user who keeps half a core busy is at work there; an editor or a shell is not. */
    private static final double AT_WORK = 0.5;

    /** Root and daemons together: one of them may compute for anybody. */
    private static final String SYSTEM = "root";

    private static final double TICKS_PER_NANO = 100 / 1e9;

    private Map<String, Long> before = Map.of();
    /** The same of the children of each process that are over: many short commands are work, too. */
    private Map<String, Long> childrenBefore = Map.of();

    private long looked;

    /** A user at work, with the process that computes most. */
    public record Load(String user, double cores, HostProcess busiest) {}

    /**
     * Load by a user, little or much.
     *
     * @param cores in thousandths of a core
     */
    public record UserLoad(int cores, int mebibytes) {}

    /**
     * Loads since the last look.
     *
     * @param atWork the users at work
     * @param byUser all users; root and daemons are one of them
     */
    public record Loads(List<Load> atWork, Map<String, UserLoad> byUser) {}

    /** Loads since the last look; empty at the first look, which has nothing to compare with. */
    public Optional<Loads> look(ProcessTable processes, long nanos) {
        boolean isFirst = looked == 0;
        double elapsed = (nanos - looked) * TICKS_PER_NANO;
        Map<String, Long> now = new HashMap<>();
        Map<String, Long> byUser = new HashMap<>();
        Map<String, HostProcess> busiest = new HashMap<>();
        Map<String, Long> most = new HashMap<>();
        Map<String, Long> all = new HashMap<>();
        Map<String, Long> children = new HashMap<>();
        Map<String, Long> memory = new HashMap<>();
        for (HostProcess each : processes.all()) {
            String key = each.pid() + " " + each.born();
            now.put(key, each.ticks());
            long ticks = Math.max(0, each.ticks() - before.getOrDefault(key, 0L));
            if (each.pid() == ProcessHandle.current().pid()) {
                continue;
            }
            children.put(key, each.childTicks());
            long over = Math.max(0, each.childTicks() - childrenBefore.getOrDefault(key, 0L));
            all.merge(each.isSystem() ? SYSTEM : each.user(), ticks + over, Long::sum);
            memory.merge(each.isSystem() ? SYSTEM : each.user(), each.mebibytes(), Long::sum);
            if (each.isSystem()) {
                continue;
            }
            byUser.merge(each.user(), ticks, Long::sum);
            if (ticks > most.getOrDefault(each.user(), -1L)) {
                most.put(each.user(), ticks);
                busiest.put(each.user(), each);
            }
        }
        before = now;
        childrenBefore = children;
        looked = nanos;
        if (isFirst || elapsed <= 0) {
            return Optional.empty();
        }
        List<Load> loads = new ArrayList<>();
        busiest.forEach((user, process) -> {
            double cores = byUser.getOrDefault(user, 0L) / elapsed;
            if (cores >= AT_WORK) {
                loads.add(new Load(user, cores, process));
            }
        });
        Map<String, UserLoad> users = new HashMap<>();
        all.forEach((user, ticks) -> users.put(
                user, new UserLoad(Math.clamp(Math.round(1_000 * ticks / elapsed), 0, Integer.MAX_VALUE), (int)
                        Math.min(Integer.MAX_VALUE, memory.getOrDefault(user, 0L)))));
        return Optional.of(new Loads(loads, users));
    }
}
