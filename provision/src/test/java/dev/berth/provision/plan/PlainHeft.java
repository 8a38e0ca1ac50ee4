package dev.berth.provision.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Figure 2 word by word, server by server and moment by moment: what the fast one must agree with. A task of several
 * servers tries every start from when its data is there; a single slot goes before several.
 */
final class PlainHeft {
    private static final int HORIZON = 600;

    private record Server(int slot, int number) {}

    private final Provisioning problem;
    private final List<Integer> chosen;
    private final long[][] available;
    final int[] site;
    final long[] start;
    final long[] end;

    PlainHeft(Provisioning problem, BitSet slots) {
        this.problem = problem;
        this.chosen = slots.stream().boxed().toList();
        int tasks = problem.workflow().size();
        site = new int[tasks];
        start = new long[tasks];
        end = new long[tasks];
        available = new long[problem.availability().size()][];
        for (int slot : chosen) {
            available[slot] = new long[problem.availability().slot(slot).servers()];
            java.util.Arrays.fill(
                    available[slot], problem.availability().slot(slot).start());
        }
    }

    boolean fill(int[] order) {
        for (int task : order) {
            if (!put(task)) {
                return false;
            }
        }
        return true;
    }

    private boolean put(int task) {
        int wanted = problem.application().servers(task);
        long best = Long.MAX_VALUE;
        List<Server> from = List.of();
        for (int slot : chosen) {
            for (long at = ready(task, at(slot)); at < HORIZON; at++) {
                List<Server> servers = usable(slot, at, problem.time(task, at(slot)));
                if (servers.size() >= wanted) {
                    if (at + problem.time(task, at(slot)) < best) {
                        best = at + problem.time(task, at(slot));
                        from = servers.subList(0, wanted);
                    }
                    break;
                }
            }
        }
        for (int place = 0; wanted > 1 && place < problem.availability().sites().size(); place++) {
            long time = problem.time(task, place);
            for (long at = ready(task, place); at < HORIZON; at++) {
                List<Server> servers = new ArrayList<>();
                for (int slot : byEnd(place)) {
                    servers.addAll(usable(slot, at, time));
                }
                if (servers.size() >= wanted) {
                    if (at + time < best) {
                        best = at + time;
                        from = servers.subList(0, wanted);
                    }
                    break;
                }
            }
        }
        if (best == Long.MAX_VALUE) {
            return false;
        }
        site[task] = at(from.getFirst().slot);
        end[task] = best;
        start[task] = best - problem.time(task, site[task]);
        for (Server server : from) {
            available[server.slot][server.number] = best;
        }
        return true;
    }

    private int at(int slot) {
        return problem.availability().site(slot);
    }

    private List<Integer> byEnd(int place) {
        return chosen.stream()
                .filter(slot -> at(slot) == place)
                .sorted(Comparator.comparingLong(
                        slot -> problem.availability().slot(slot).latestEnd()))
                .toList();
    }

    /** Servers of a slot that a task may have from a time on, the first available first. */
    private List<Server> usable(int slot, long at, long time) {
        List<Server> servers = new ArrayList<>();
        for (int number = 0; number < available[slot].length; number++) {
            if (available[slot][number] <= at
                    && at + time <= problem.availability().slot(slot).latestEnd()) {
                servers.add(new Server(slot, number));
            }
        }
        servers.sort(Comparator.comparingLong(server -> available[slot][server.number]));
        return servers;
    }

    private long ready(int task, int place) {
        long ready = problem.now();
        for (var edge : problem.workflow().edges()) {
            if (edge.to() == task) {
                ready = Math.max(
                        ready,
                        end[edge.from()] + problem.availability().transfer(edge.data(), site[edge.from()], place));
            }
        }
        return ready;
    }
}
