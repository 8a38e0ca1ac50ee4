package dev.berth.cli.run.fence;

import dev.berth.cli.run.fence.HostLimits.Limit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fences of cgroup v1, where each controller has groups of its own: below those of this process, whose limits go on to hold. */
record LegacyFences(Hierarchies own) implements Fences {
    private static final String MEMORY = "memory.limit_in_bytes";
    private static final String MEMORY_AND_SWAP = "memory.memsw.limit_in_bytes";

    @Override
    public Fence make(String mark, HostLimits limits) {
        List<GroupDirectory> groups = new ArrayList<>();
        List<Limit> held = new ArrayList<>();
        List<Fence.Missing> missing = new ArrayList<>();
        for (Limit each : limits.all()) {
            String controller = each.kind().controller();
            Optional<GroupDirectory> parent = own.legacy(controller);
            if (parent.isEmpty()) {
                missing.add(new Fence.Missing(each, "Linux has no control groups for " + controller));
                continue;
            }
            try {
                groups.add(NewGroup.below(parent.get(), mark, group -> set(group, each)));
                held.add(each);
            } catch (IOException e) {
                missing.add(new Fence.Missing(each, NewGroup.why(parent.get(), e)));
            }
        }
        return new Fence(groups, Optional.empty(), NewGroup.entry(groups), held, missing);
    }

    private static void set(GroupDirectory group, Limit limit) throws IOException {
        switch (limit.kind()) {
            case MEMORY -> {
                long bytes = limit.bytes();
                group.setBytes(MEMORY, bytes);
                if (group.has(MEMORY_AND_SWAP)) {
                    group.setBytes(MEMORY_AND_SWAP, bytes);
                } else {
                    // Without an account of swap, none of it.
                    group.set("memory.swappiness", "0");
                }
            }
            case CORES -> {
                group.set("cpu.cfs_period_us", Long.toString(Limit.PERIOD));
                group.set("cpu.cfs_quota_us", Long.toString(limit.quota()));
            }
            case PROCESSES -> group.set("pids.max", Long.toString(limit.amount()));
        }
    }
}
