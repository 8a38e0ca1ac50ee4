package dev.berth.service.provision;

import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.wire.problem.Problem;
import dev.berth.workflow.model.Workflow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Terms of a search.
 *
 * @param ready no task starts before this, and until then there is time to choose
 * @param deadline plans that end later are left out; null for none
 * @param pools where tasks may run; empty for everywhere
 * @param servers for each task at once
 * @param serversByKind another number of servers for tasks of some kinds
 * @param transfer time to move a gigabyte from one pool to another, in milliseconds
 * @param wholeGaps whether the free time before a reservation is sold as a whole
 */
public record ProvisionTerms(
        long ready,
        @Nullable Long deadline,
        List<String> pools,
        int servers,
        Map<String, Integer> serversByKind,
        long transfer,
        boolean wholeGaps,
        SlotScheduler scheduler,
        Search search,
        SearchSettings settings) {
    /** Tasks times pools: each has a time in memory for as long as the search is kept. */
    private static final long MOST_TIMES = 500_000;

    public ProvisionTerms {
        pools = List.copyOf(pools);
        serversByKind = Map.copyOf(serversByKind);
    }

    /** How many places each of several sites may have, so that none of them leaves the others no room. */
    public static int mostPlaces(Workflow workflow, int sites) {
        return (int) Math.max(1, MOST_TIMES / Math.max(1, (long) workflow.size() * sites));
    }

    /**
     * A workflow with the servers of its tasks.
     *
     * @param places where tasks may run
     */
    public ParallelWorkflow application(Workflow workflow, List<String> places) {
        if ((long) workflow.size() * places.size() > MOST_TIMES) {
            throw Problem.invalid(
                            "pools",
                            String.join(", ", places),
                            "for %,d tasks they are at most %d"
                                    .formatted(workflow.size(), MOST_TIMES / workflow.size()))
                    .toException();
        }
        for (String kind : serversByKind.keySet()) {
            if (workflow.tasks().stream().noneMatch(task -> task.kind().equals(kind))) {
                throw Problem.invalid("serversByKind", kind, "must be the kind of a task of the workflow")
                        .toException();
            }
        }
        return ParallelWorkflow.byKind(workflow, serversByKind, servers);
    }
}
