package dev.berth.bench.peer;

import dev.berth.engine.model.Money;
import dev.berth.provision.plan.Outcome;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.moeaframework.algorithm.NSGAII;
import org.moeaframework.core.PRNG;
import org.moeaframework.core.Solution;
import org.moeaframework.core.variable.BinaryVariable;
import org.moeaframework.problem.AbstractProblem;

/** The MOEA Framework's NSGA-II, with its usual operators, on the same question and the same schedules as ours. */
public final class MoeaNsga2 {
    private MoeaNsga2() {}

    /** Searches with this many evaluations and returns the Pareto set of all feasible plans that it met. */
    public static ParetoSet search(Planning planning, int population, int evaluations, long seed) {
        List<Candidate> met = new ArrayList<>();
        PRNG.setSeed(seed);
        NSGAII algorithm = new NSGAII(new Slots(planning, met));
        algorithm.setInitialPopulationSize(population);
        algorithm.run(evaluations);
        return ParetoSet.of(met);
    }

    private static final class Slots extends AbstractProblem {
        private final Planning planning;
        private final List<Candidate> met;

        Slots(Planning planning, List<Candidate> met) {
            super(1, 2, 1);
            this.planning = planning;
            this.met = met;
        }

        @Override
        public Solution newSolution() {
            Solution solution = new Solution(1, 2, 1);
            solution.setVariable(
                    0, new BinaryVariable(planning.problem().availability().size()));
            return solution;
        }

        @Override
        public void evaluate(Solution solution) {
            BitSet chosen = BinaryVariable.getBitSet(solution.getVariable(0));
            Outcome outcome = planning.outcome(chosen);
            Money cost = outcome.cost().plus(outcome.unusedCost());
            if (outcome.isFeasible()) {
                met.add(new Candidate(chosen, cost, outcome.makespan()));
            }
            solution.setObjectiveValue(0, (double) cost.millionths());
            solution.setObjectiveValue(1, (double) outcome.makespan());
            solution.setConstraintValue(0, outcome.isFeasible() ? 0 : 1);
        }
    }
}
