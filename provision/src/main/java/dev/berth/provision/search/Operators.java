package dev.berth.provision.search;

import io.jenetics.BitChromosome;
import io.jenetics.BitGene;
import io.jenetics.Genotype;
import io.jenetics.MultiPointCrossover;
import io.jenetics.Mutator;
import io.jenetics.Phenotype;
import io.jenetics.util.ISeq;
import java.util.BitSet;
import java.util.List;

/** Jenetics' crossover and bit mutation, on choices of slots. Draws from Jenetics' registry of randomness. */
final class Operators {
    /** Each crossover changes two, so nine of ten take part. */
    private static final double CROSSOVER = 0.45;

    private final int slots;
    private final MultiPointCrossover<BitGene, Double> crossover;
    private final Mutator<BitGene, Double> mutator;

    Operators(int slots, Genetics genetics) {
        this.slots = slots;
        this.crossover = new MultiPointCrossover<>(CROSSOVER, genetics.points());
        // A mutated gene is drawn again, so it differs in one of two cases: 2/n makes flips of 1/n.
        this.mutator = new Mutator<>(Math.min(1, 2 * genetics.mutations() / slots));
    }

    List<BitSet> children(List<BitSet> parents) {
        ISeq<Phenotype<BitGene, Double>> population = parents.stream()
                .map(parent -> Phenotype.<BitGene, Double>of(genotype(parent), 0))
                .collect(ISeq.toISeq());
        ISeq<Phenotype<BitGene, Double>> crossed =
                crossover.alter(population, 0).population();
        return mutator.alter(crossed, 0).population().stream()
                .map(child -> bits(child.genotype()))
                .toList();
    }

    Genotype<BitGene> genotype(BitSet chosen) {
        return Genotype.of(BitChromosome.of(chosen, slots));
    }

    static BitSet bits(Genotype<BitGene> genotype) {
        return genotype.chromosome().as(BitChromosome.class).toBitSet();
    }
}
