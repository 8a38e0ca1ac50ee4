package dev.berth.workflow.model;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The machines of a problem, the links between them, and when each is already busy. Machines go by their index.
 *
 * <p>Links are those between the machines' groups, so that a thousand machines of three pools need nine links, not a
 * million. The link of a machine to itself is apart: it is {@link Link#NONE} unless somebody charges it, as one does
 * who cannot tell yet on which of a pool's servers a task will run.
 */
public final class Machines {
    private final List<Machine> machines;
    private final int[] groups;
    private final Link[][] between;
    private final Link[] within;
    private final List<List<Window>> busy;

    private Machines(List<Machine> machines, int[] groups, Link[][] between, Link[] within, List<List<Window>> busy) {
        this.machines = machines;
        this.groups = groups;
        this.between = between;
        this.within = within;
        this.busy = busy;
    }

    /** Machines in groups. {@code between[g][g]} is for two machines of one group, {@code self[g]} for one machine. */
    public static Machines grouped(List<Machine> machines, int[] groups, Link[][] between, Link[] self) {
        checkMachines(machines);
        if (groups.length != machines.size()) {
            throw new BadValue("groups", groups.length, "must be one for each of the " + machines.size() + " machines");
        }
        for (int group : groups) {
            if (group < 0 || group >= between.length || self.length != between.length) {
                throw new BadValue("group", group, "must be one of the " + between.length + " groups with links");
            }
        }
        Link[][] links = new Link[between.length][];
        for (int group = 0; group < between.length; group++) {
            if (between[group].length != between.length) {
                throw new BadValue(
                        "links[" + group + "]", between[group].length, "must be one to each of " + between.length);
            }
            links[group] = between[group].clone();
        }
        List<List<Window>> free = Collections.nCopies(machines.size(), List.of());
        return new Machines(List.copyOf(machines), groups.clone(), links, self.clone(), free);
    }

    private static void checkMachines(List<Machine> machines) {
        if (machines.isEmpty()) {
            throw new BadValue("machines", "none", "must be at least one");
        }
        Set<String> ids = new HashSet<>();
        for (Machine machine : machines) {
            if (!ids.add(machine.id())) {
                throw new BadValue("machine id", machine.id(), "must be unique");
            }
        }
    }

    /** Machines with the same link between any two of them. */
    public static Machines uniform(List<Machine> machines, Link link) {
        return grouped(machines, new int[machines.size()], new Link[][] {{link}}, new Link[] {Link.NONE});
    }

    /** A link for each pair; the diagonal is the link of a machine to itself. */
    public static Machines matrix(List<Machine> machines, Link[][] links) {
        if (links.length != machines.size()) {
            throw new BadValue(
                    "links", links.length, "must be one row for each of the " + machines.size() + " machines");
        }
        int[] groups = IntStream.range(0, machines.size()).toArray();
        Link[] self = new Link[links.length];
        for (int machine = 0; machine < links.length; machine++) {
            self[machine] = machine < links[machine].length ? links[machine][machine] : Link.NONE;
        }
        return grouped(machines, groups, links, self);
    }

    /** This many machines of rate 1, named m0, m1, ..., with the same link between any two. */
    public static Machines of(int count, Link link) {
        List<Machine> machines = new ArrayList<>();
        for (int machine = 0; machine < count; machine++) {
            machines.add(new Machine("m" + machine, Rate.FULL));
        }
        return uniform(machines, link);
    }

    /** The same machines, busy in these windows: one list for each machine, sorted and disjoint. */
    public Machines withBusy(List<List<Window>> windows) {
        if (windows.size() != machines.size()) {
            throw new BadValue(
                    "busy", windows.size(), "must be one list for each of the " + machines.size() + " machines");
        }
        List<List<Window>> copy = new ArrayList<>();
        for (int machine = 0; machine < windows.size(); machine++) {
            long end = 0;
            for (Window window : windows.get(machine)) {
                if (window.start() < end) {
                    throw new BadValue(
                            "busy window of " + machines.get(machine).id(),
                            window,
                            "must not be before the end of the previous window, " + end);
                }
                end = window.end();
            }
            copy.add(List.copyOf(windows.get(machine)));
        }
        return new Machines(machines, groups, between, within, List.copyOf(copy));
    }

    /** The same machines without those that are busy at any time of a window: they are busy for good. */
    public Machines freeThroughout(Window window) {
        return withBusy(busy.stream()
                .map(windows ->
                        windows.stream().anyMatch(window::overlaps) ? List.of(new Window(0, Window.FOREVER)) : windows)
                .toList());
    }

    public int size() {
        return machines.size();
    }

    public List<Machine> all() {
        return machines;
    }

    public Machine machine(int index) {
        return machines.get(index);
    }

    /** The index of a machine, or -1 if there is none of that id. */
    public int indexOf(String id) {
        for (int machine = 0; machine < size(); machine++) {
            if (machines.get(machine).id().equals(id)) {
                return machine;
            }
        }
        return -1;
    }

    /** The windows in which a machine is already busy: sorted, disjoint. */
    public List<Window> busy(int machine) {
        return busy.get(machine);
    }

    public Link link(int from, int to) {
        return from == to ? within[groups[from]] : between[groups[from]][groups[to]];
    }

    /** The mean time for one byte between two different machines; of one machine alone, to itself. */
    double meanTimePerByte() {
        if (size() == 1) {
            return perByte(within[groups[0]]);
        }
        long[] members = new long[between.length];
        for (int group : groups) {
            members[group]++;
        }
        double sum = 0;
        for (int from = 0; from < members.length; from++) {
            for (int to = 0; to < members.length; to++) {
                long pairs = members[from] * (from == to ? members[to] - 1 : members[to]);
                sum += pairs * perByte(between[from][to]);
            }
        }
        return sum / ((double) size() * (size() - 1));
    }

    private static double perByte(Link link) {
        return (double) link.time() / link.data();
    }
}
