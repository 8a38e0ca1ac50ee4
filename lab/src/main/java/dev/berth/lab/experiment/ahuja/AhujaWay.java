package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Options;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order and a choice of resources, under the name of its curves.
 *
 * @param policy that chooses the resources; null if they are random, as in the paper
 */
record AhujaWay(String name, AhujaOrder order, @Nullable String policy) {
    static final AhujaWay ARWP = new AhujaWay("ARWP", AhujaOrder.FIRST_COME, null);
    static final AhujaWay PAIRS = new AhujaWay("DPSAR", AhujaOrder.PAIRS, null);
    static final AhujaWay MERGED = new AhujaWay("DPSAR, all merged", AhujaOrder.MERGED, null);

    static List<AhujaWay> all(Options options) {
        List<AhujaWay> ways = new ArrayList<>(List.of(ARWP, PAIRS, MERGED, berth("level"), berth("earliest")));
        options.policies().forEach(policy -> ways.add(berth(policy)));
        return ways.stream().distinct().toList();
    }

    private static AhujaWay berth(String policy) {
        return new AhujaWay("ageing + " + policy, AhujaOrder.BERTH, policy);
    }

    String key(int percent, int run) {
        return String.join(
                " ",
                order.name(),
                policy == null ? "random" : policy,
                Integer.toString(percent),
                Integer.toString(run));
    }
}
