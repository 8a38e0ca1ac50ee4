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

    private static final double TICKS_PER_NANO = 100 / 1e9;

    private Map<String, Long> before = Map.of();
    private long looked;

    /** A user at work, with the process that computes most. */
    public record Load(String user, double cores, HostProcess busiest) {}

    /** Users at work since the last look, with their load; empty at the first look, which has nothing to compare with. */
    public Optional<List<Load>> look(ProcessTable processes, long nanos) {
        boolean isFirst = looked == 0;
        double elapsed = (nanos - looked) * TICKS_PER_NANO;
        Map<String, Long> now = new HashMap<>();
        Map<String, Long> byUser = new HashMap<>();
        Map<String, HostProcess> busiest = new HashMap<>();
        Map<String, Long> most = new HashMap<>();
        for (HostProcess each : processes.all()) {
            String key = each.pid() + " " + each.born();
            now.put(key, each.ticks());
            long ticks = Math.max(0, each.ticks() - before.getOrDefault(key, 0L));
            if (each.isSystem() || each.pid() == ProcessHandle.current().pid()) {
                continue;
            }
            byUser.merge(each.user(), ticks, Long::sum);
            if (ticks > most.getOrDefault(each.user(), -1L)) {
                most.put(each.user(), ticks);
                busiest.put(each.user(), each);
            }
        }
        before = now;
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
        return Optional.of(loads);
    }
}
