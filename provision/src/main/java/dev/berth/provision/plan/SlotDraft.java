package dev.berth.provision.plan;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A plan in the making on some slots: finds where a task would end first, and puts it there. A task of several servers
 * may take them from several slots of one site that overlap (singh, section 5: cross-slot scheduling); wherever one slot is as good as several, it is
 * one slot. Of several slots those that end first give their servers first: what lasts longer is kept.
 */
final class SlotDraft {
    static final long NEVER = Long.MAX_VALUE;

    final Provisioning problem;
    private final Workflow workflow;
    private final SlotState[] slots;
    /** The slots of each site by their latest end. */
    private final SlotState[][] bySite;

    final int[] sites;
    final long[] starts;
    final long[] ends;
    /** The servers of each task: slot and number in turn. */
    final int[][] shares;

    private final BooleanSupplier cancelled;
    private final long[] ready;
    private int chosenSite;
    private @Nullable SlotState chosenSlot;
    private long chosenStart;

    SlotDraft(Provisioning problem, BitSet chosen, BooleanSupplier cancelled) {
        this.problem = problem;
        this.cancelled = cancelled;
        this.workflow = problem.workflow();
        SlotAvailability availability = problem.availability();
        slots = new SlotState[chosen.cardinality()];
        int count = 0;
        for (int slot = chosen.nextSetBit(0); slot >= 0; slot = chosen.nextSetBit(slot + 1)) {
            slots[count++] = new SlotState(slot, availability.site(slot), availability.slot(slot));
        }
        bySite = new SlotState[availability.sites().size()][];
        for (int site = 0; site < bySite.length; site++) {
            List<SlotState> here = new ArrayList<>();
            for (SlotState slot : slots) {
                if (slot.site == site) {
                    here.add(slot);
                }
            }
            here.sort(Comparator.comparingLong(slot -> slot.latestEnd));
            bySite[site] = here.toArray(new SlotState[0]);
        }
        sites = new int[workflow.size()];
        Arrays.fill(sites, -1);
        starts = new long[workflow.size()];
        ends = new long[workflow.size()];
        shares = new int[workflow.size()][];
        ready = new long[bySite.length];
    }

    /** When a task would end if it were next; {@link #NEVER} if no slot can take it. Those it needs have been put. */
    long find(int task) {
        if (cancelled.getAsBoolean()) {
            throw new Cancelled();
        }
        findReady(task);
        int wanted = problem.application().servers(task);
        long best = NEVER;
        chosenSlot = null;
        for (SlotState slot : slots) {
            if (slot.servers >= wanted) {
                long start = Math.max(ready[slot.site], slot.term(wanted));
                long end = start + problem.time(task, slot.site);
                if (end < best && end <= slot.latestEnd) {
                    best = end;
                    chosenSite = slot.site;
                    chosenSlot = slot;
                    chosenStart = start;
                }
            }
        }
        if (wanted > 1) {
            for (int site = 0; site < bySite.length; site++) {
                long time = problem.time(task, site);
                long start = together(site, wanted, time, best == NEVER ? NEVER : best - time);
                if (start != NEVER) {
                    best = start + time;
                    chosenSite = site;
                    chosenSlot = null;
                    chosenStart = start;
                }
            }
        }
        return best;
    }

    /** When the data of a task would be there, at each site. */
    private void findReady(int task) {
        Arrays.fill(ready, problem.now());
        SlotAvailability availability = problem.availability();
        for (int k = 0; k < workflow.inDegree(task); k++) {
            int edge = workflow.inEdge(task, k);
            int from = workflow.from(edge);
            for (int site = 0; site < ready.length; site++) {
                long there = ends[from] + availability.transfer(workflow.data(edge), sites[from], site);
                ready[site] = Math.max(ready[site], there);
            }
        }
    }

    /** The earliest start, before a time, at which the slots of a site have this many servers together for a duration. */
    private long together(int site, int wanted, long time, long before) {
        SlotState[] here = bySite[site];
        for (SlotState slot : here) {
            slot.beginScan();
        }
        for (long start = ready[site]; start < before; ) {
            int available = 0;
            long next = NEVER;
            for (SlotState slot : here) {
                if (slot.latestEnd - time >= start) {
                    available += slot.available(start);
                    next = Math.min(next, slot.next());
                }
            }
            if (available >= wanted) {
                return start;
            }
            start = next;
        }
        return NEVER;
    }

    /** Puts the task where {@link #find} has just found it to end first. */
    void put(int task) {
        int wanted = problem.application().servers(task);
        long end = chosenStart + problem.time(task, chosenSite);
        sites[task] = chosenSite;
        starts[task] = chosenStart;
        ends[task] = end;
        SlotState single = chosenSlot;
        if (single != null) {
            single.occupy(wanted, end);
            shares[task] = new int[] {single.index, wanted};
            return;
        }
        int[] taken = new int[2 * bySite[chosenSite].length];
        int size = 0;
        int left = wanted;
        for (SlotState slot : bySite[chosenSite]) {
            if (left > 0 && slot.latestEnd >= end) {
                slot.beginScan();
                int servers = Math.min(left, slot.available(chosenStart));
                if (servers > 0) {
                    slot.occupy(servers, end);
                    taken[size++] = slot.index;
                    taken[size++] = servers;
                    left -= servers;
                }
            }
        }
        shares[task] = Arrays.copyOf(taken, size);
    }

    /** From when the workflow was handed in to the end of its last task. */
    long makespan() {
        long last = problem.now();
        for (long end : ends) {
            last = Math.max(last, end);
        }
        return last - problem.now();
    }
}
