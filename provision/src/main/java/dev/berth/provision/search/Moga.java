package dev.berth.provision.search;

import dev.berth.workflow.model.Cancelled;
import io.jenetics.BitGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.StochasticUniversalSelector;
import io.jenetics.util.ISeq;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fonseca and Fleming's genetic algorithm for several objectives, as singh uses it (section 3). The rank of a candidate is
 * one more than how many dominate it; its fitness goes down evenly with the rank and is the same for all of one rank;
 * within a rank those in a crowd share it, by their distance in the objectives. Parents are drawn by stochastic universal
 * sampling. Children take the place of all parents; the archive keeps the best.
 */
final class Moga implements Evolution {
    private final Operators operators;
    private final StochasticUniversalSelector<BitGene, Double> selector = new StochasticUniversalSelector<>();

    Moga(Operators operators) {
        this.operators = operators;
    }

    @Override
    public List<BitSet> parents(List<Candidate> population) {
        double[] fitness = fitness(population);
        ISeq<Phenotype<BitGene, Double>> valued = IntStream.range(0, fitness.length)
                .mapToObj(k -> Phenotype.of(operators.genotype(population.get(k).slots()), 0, fitness[k]))
                .collect(ISeq.toISeq());
        return selector.select(valued, fitness.length, Optimize.MAXIMUM).stream()
                .map(one -> Operators.bits(one.genotype()))
                .toList();
    }

    @Override
    public List<Candidate> survivors(List<Candidate> parents, List<Candidate> children) {
        return children;
    }

    static double[] fitness(List<Candidate> population) {
        int[] ranks = ranks(population);
        List<Integer> byRank =
                new ArrayList<>(IntStream.range(0, ranks.length).boxed().toList());
        byRank.sort(Comparator.comparingInt(k -> ranks[k]));
        double[] fitness = new double[ranks.length];
        for (int from = 0; from < ranks.length; ) {
            int to = from;
            while (to < ranks.length && ranks[byRank.get(to)] == ranks[byRank.get(from)]) {
                to++;
            }
            // The mean of size, size - 1, ... over the places from..to-1.
            share(population, byRank.subList(from, to), ranks.length - (from + to - 1) / 2.0, fitness);
            from = to;
        }
        return fitness;
    }

    static int[] ranks(List<Candidate> population) {
        int[] ranks = new int[population.size()];
        for (int k = 0; k < ranks.length; k++) {
            Cancelled.check();
            ranks[k] = 1;
            for (Candidate other : population) {
                ranks[k] += other.dominates(population.get(k)) ? 1 : 0;
            }
        }
        return ranks;
    }

    /** Divides what all of a rank have together, less for those with many neighbours. */
    private static void share(List<Candidate> population, List<Integer> rank, double each, double[] fitness) {
        double[] weights = new double[rank.size()];
        double sum = 0;
        // The radius with which as many niches as there are candidates cover a front, both ranges being 1.
        double radius = 2.0 / Math.max(1, population.size() - 1);
        double[] ranges = ranges(population, rank);
        for (int k = 0; k < weights.length; k++) {
            Cancelled.check();
            double crowd = 0;
            for (int other : rank) {
                double distance = distance(population.get(rank.get(k)), population.get(other), ranges);
                crowd += Math.max(0, 1 - distance / radius);
            }
            weights[k] = 1 / Math.max(1, crowd);
            sum += weights[k];
        }
        for (int k = 0; k < weights.length; k++) {
            fitness[rank.get(k)] = each * weights.length * weights[k] / sum;
        }
    }

    private static double[] ranges(List<Candidate> population, List<Integer> rank) {
        var costs = rank.stream()
                .mapToLong(k -> population.get(k).cost().millionths())
                .summaryStatistics();
        var times = rank.stream().mapToLong(k -> population.get(k).makespan()).summaryStatistics();
        return new double[] {
            Math.max(1, (double) costs.getMax() - costs.getMin()), Math.max(1, (double) times.getMax() - times.getMin())
        };
    }

    private static double distance(Candidate one, Candidate other, double[] ranges) {
        double cost = ((double) one.cost().millionths() - other.cost().millionths()) / ranges[0];
        double time = ((double) one.makespan() - other.makespan()) / ranges[1];
        return Math.sqrt(cost * cost + time * time);
    }
}
