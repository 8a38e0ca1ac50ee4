package dev.berth.provision.search;

import java.util.BitSet;
import java.util.List;

/** How one generation follows another: who has children, and who stays. */
interface Evolution {
    /** The parents, as many as there are candidates; one may be parent more than once. */
    List<BitSet> parents(List<Candidate> population);

    List<Candidate> survivors(List<Candidate> parents, List<Candidate> children);
}
