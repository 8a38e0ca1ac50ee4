package dev.berth.provision.search;

import io.jenetics.BitGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.ext.moea.NSGA2Selector;
import io.jenetics.ext.moea.UFTournamentSelector;
import io.jenetics.ext.moea.Vec;
import io.jenetics.util.ISeq;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * NSGA-II of Deb and others, with Jenetics' selectors: of parents and children together the least dominated stay, and of
 * those the least crowded; tournaments decide who has children.
 */
final class Nsga2 implements Evolution {
    private final Operators operators;
    private final NSGA2Selector<BitGene, Vec<double[]>> staying = NSGA2Selector.ofVec();
    private final UFTournamentSelector<BitGene, Vec<double[]>> parents = UFTournamentSelector.ofVec();

    Nsga2(Operators operators) {
        this.operators = operators;
    }

    @Override
    public List<BitSet> parents(List<Candidate> population) {
        if (population.size() < 2) {
            // Jenetics' tournament goes on until it has held enough contests, and one alone never enters any.
            return population.stream().map(Candidate::slots).toList();
        }
        return parents.select(valued(population), population.size(), Optimize.MINIMUM).stream()
                .map(one -> Operators.bits(one.genotype()))
                .toList();
    }

    @Override
    public List<Candidate> survivors(List<Candidate> before, List<Candidate> children) {
        // One of each choice: copies would crowd out others.
        Map<BitSet, Candidate> distinct = new HashMap<>();
        List<Candidate> all = new ArrayList<>();
        for (List<Candidate> some : List.of(before, children)) {
            for (Candidate candidate : some) {
                if (distinct.putIfAbsent(candidate.slots(), candidate) == null) {
                    all.add(candidate);
                }
            }
        }
        int count = Math.min(before.size(), all.size());
        List<Candidate> stay = new ArrayList<>();
        for (Phenotype<BitGene, Vec<double[]>> one : staying.select(valued(all), count, Optimize.MINIMUM)) {
            Candidate candidate = distinct.get(Operators.bits(one.genotype()));
            if (candidate != null) {
                stay.add(candidate);
            }
        }
        return stay;
    }

    private ISeq<Phenotype<BitGene, Vec<double[]>>> valued(List<Candidate> population) {
        return population.stream()
                .map(candidate -> Phenotype.of(
                        operators.genotype(candidate.slots()),
                        0,
                        Vec.of((double) candidate.cost().millionths(), (double) candidate.makespan())))
                .collect(ISeq.toISeq());
    }
}
