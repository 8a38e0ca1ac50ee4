package dev.berth.lab.figure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Family of comparisons that one sentence makes, such as 24 steps between loads and levels. Of 24 comparisons of equals that
 * are each wrong once in forty times, one is wrong in nearly every second family, so what needs only one of them is corrected by Holm's
 * method (Scandinavian Journal of Statistics 6, 1979, pp. 65-70): the probability that <em>any</em> comparison is called
 * failed by chance is at most 2.5%, and likewise that any is called held. What needs all of them needs no correction: to be wrong
 * that all hold is to be wrong about the one that does not (Berger, Technometrics 24, 1982, pp. 295-300). Neither
 * needs independence, which runs of one seed do not have.
 */
public record ComparisonFamily(List<Comparison> comparisons) {
    public ComparisonFamily {
        comparisons = List.copyOf(comparisons);
    }

    public static ComparisonFamily of(Comparison... comparisons) {
        return new ComparisonFamily(List.of(comparisons));
    }

    public static ComparisonFamily of(Collection<Comparison> comparisons) {
        return new ComparisonFamily(List.copyOf(comparisons));
    }

    /** Verdict on each comparison, corrected, in their order. */
    public List<Verdict> verdicts() {
        boolean[] hold = rejected(Comparison::ifFalse);
        boolean[] fail = rejected(Comparison::ifTrue);
        return IntStream.range(0, hold.length)
                .mapToObj(i -> hold[i] ? Verdict.HOLDS : fail[i] ? Verdict.FAILS : Verdict.UNDECIDED)
                .toList();
    }

    /**
     * Verdict on a sentence that is true if all comparisons are: it holds if each does alone, and fails if any does,
     * corrected. Undecided if there are none.
     */
    public Verdict all() {
        return are(Verdict.HOLDS) ? Verdict.HOLDS : failing() > 0 ? Verdict.FAILS : Verdict.UNDECIDED;
    }

    /**
     * Verdict on a sentence that is true if any comparison is: it holds if any does, corrected, and fails if each does
     * alone. Undecided if there are none.
     */
    public Verdict any() {
        return holding() > 0 ? Verdict.HOLDS : are(Verdict.FAILS) ? Verdict.FAILS : Verdict.UNDECIDED;
    }

    private boolean are(Verdict verdict) {
        return size() > 0 && comparisons.stream().allMatch(each -> each.verdict() == verdict);
    }

    /** Number of comparisons that hold, corrected. */
    public int holding() {
        return count(Verdict.HOLDS);
    }

    /** Number of comparisons that fail, corrected. */
    public int failing() {
        return count(Verdict.FAILS);
    }

    public int size() {
        return comparisons.size();
    }

    /**
     * Verdict on a sentence that says "mostly": it holds if more than this share of the comparisons hold, each judged alone,
     * and fails if that many fail that the share is out of reach. The share must be said where the verdict is.
     */
    public Verdict inMoreThan(double share) {
        List<Verdict> alone = comparisons.stream().map(Comparison::verdict).toList();
        double needed = share * size();
        long hold = alone.stream().filter(Verdict.HOLDS::equals).count();
        long fail = alone.stream().filter(Verdict.FAILS::equals).count();
        return hold > needed
                ? Verdict.HOLDS
                : size() > 0 && size() - fail <= needed ? Verdict.FAILS : Verdict.UNDECIDED;
    }

    /** Number of comparisons that hold: all of them if all do, or else corrected, such as "24 of 36 (undecided at 3)". */
    public String words() {
        if (are(Verdict.HOLDS)) {
            return size() + " of " + size();
        }
        int undecided = count(Verdict.UNDECIDED);
        return holding() + " of " + size() + (undecided == 0 ? "" : " (undecided at " + undecided + ")");
    }

    private int count(Verdict verdict) {
        return (int) verdicts().stream().filter(verdict::equals).count();
    }

    /** The smallest probability against the error over all, the next against that over all but one, until one is too large. */
    private boolean[] rejected(ToDoubleFunction<Comparison> probability) {
        double[] each = comparisons.stream().mapToDouble(probability).toArray();
        List<Integer> ascending =
                new ArrayList<>(IntStream.range(0, each.length).boxed().toList());
        ascending.sort(Comparator.comparingDouble(i -> each[i]));
        boolean[] rejected = new boolean[each.length];
        for (int rank = 0; rank < each.length; rank++) {
            int i = ascending.get(rank);
            if (each[i] > Comparison.ERROR / (each.length - rank)) {
                break;
            }
            rejected[i] = true;
        }
        return rejected;
    }
}
