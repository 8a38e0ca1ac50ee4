package dev.berth.provision.search;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The candidates so far that no other dominates, one for each pair of cost and makespan. For any number of threads. */
final class ParetoArchive {
    private final TreeMap<Long, Candidate> byCost = new TreeMap<>();

    /** Whether it is now one of them. */
    synchronized boolean add(Candidate candidate) {
        if (!candidate.isFeasible()) {
            return false;
        }
        long cost = candidate.cost().millionths();
        Map.Entry<Long, Candidate> cheaper = byCost.floorEntry(cost);
        if (cheaper != null && cheaper.getValue().makespan() <= candidate.makespan()) {
            return false;
        }
        for (Map.Entry<Long, Candidate> dearer = byCost.ceilingEntry(cost);
                dearer != null && dearer.getValue().makespan() >= candidate.makespan();
                dearer = byCost.ceilingEntry(cost)) {
            byCost.remove(dearer.getKey());
        }
        byCost.put(cost, candidate);
        return true;
    }

    synchronized void addAll(Collection<Candidate> candidates) {
        candidates.forEach(this::add);
    }

    synchronized boolean contains(Candidate candidate) {
        return candidate.equals(byCost.get(candidate.cost().millionths()));
    }

    synchronized ParetoSet toSet() {
        return ParetoSet.of(byCost.values());
    }
}
