package dev.berth.cli.run.fence;

import dev.berth.cli.run.fence.HostLimits.Limit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Fences of cgroup v2 without systemd: a group beside that of this process, where this user may make one and the group above hands the
 * controllers down. Groups that Berth has not made are left as they are.
 */
record DelegatedFences(Hierarchies own) implements Fences {
    @Override
    public Fence make(String mark, HostLimits limits) {
        Optional<GroupDirectory> here = own.unified();
        if (here.isEmpty()) {
            return Fence.missing(limits, "Linux has no control groups here");
        }
        Optional<GroupDirectory> parent = parent(here.get());
        if (parent.isEmpty()) {
            return Fence.missing(
                    limits,
                    "no control group above %s hands memory down to its groups; sign in through systemd, or start berth in a group that is delegated"
                            .formatted(here.get().path()));
        }
        List<String> handed = parent.get().words("cgroup.subtree_control");
        List<Limit> held = new ArrayList<>();
        List<Fence.Missing> missing = new ArrayList<>();
        for (Limit each : limits.all()) {
            String controller = each.kind().controller();
            if (handed.contains(controller)) {
                held.add(each);
            } else {
                missing.add(new Fence.Missing(
                        each,
                        "%s does not hand %s down to its groups"
                                .formatted(parent.get().path(), controller)));
            }
        }
        try {
            GroupDirectory group = NewGroup.below(parent.get(), mark, made -> {
                for (Limit each : held) {
                    set(made, each);
                }
            });
            return new Fence(List.of(group), Optional.of(group), NewGroup.entry(List.of(group)), held, missing);
        } catch (IOException e) {
            return Fence.missing(limits, NewGroup.why(parent.get(), e));
        }
    }

    /** The nearest that hands memory down: the root may, with processes in it; any other has none. */
    private Optional<GroupDirectory> parent(GroupDirectory here) {
        Optional<GroupDirectory> above = own.unifiedRoot()
                .filter(root -> !root.equals(here.path()))
                .flatMap(root -> Optional.ofNullable(here.path().getParent()))
                .map(GroupDirectory::new);
        return Stream.concat(Stream.of(here), above.stream())
                .filter(each -> each.words("cgroup.subtree_control").contains("memory"))
                .findFirst();
    }

    private static void set(GroupDirectory group, Limit limit) throws IOException {
        switch (limit.kind()) {
            case MEMORY -> {
                group.setBytes("memory.max", limit.bytes());
                if (group.has("memory.swap.max")) {
                    group.set("memory.swap.max", "0");
                }
            }
            case CORES -> group.set("cpu.max", limit.quota() + " " + Limit.PERIOD);
            case PROCESSES -> group.set("pids.max", Long.toString(limit.amount()));
        }
    }
}
