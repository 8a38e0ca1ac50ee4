package dev.berth.service.provision;

import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.Settings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants searched.
 *
 * @param ready no task starts before this, and until then there is time to choose
 * @param deadline plans that end later are left out; null for none
 * @param pools where tasks may run; empty for everywhere
 * @param servers for each task at once
 * @param serversByKind for tasks of some kinds another number
 * @param transfer what a gigabyte takes from one pool to another, in milliseconds
 * @param wholeGaps whether what is free before a reservation is sold as a whole
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
        Settings settings) {
    public ProvisionTerms {
        pools = List.copyOf(pools);
        serversByKind = Map.copyOf(serversByKind);
    }
}
