package dev.berth.lab.figure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sentence that a paper asserts, checked against our numbers.
 *
 * @param where section or figure of the paper
 * @param evidence the numbers that decided
 * @param byConstruction whether it could hardly come out otherwise
 * @param exact whether nothing was drawn at random, so that one small run decides
 * @param readings what it comes to under each reading of the paper that was run, this one first; empty if only this was
 * @param changed the rule before, if the rule was changed after a result was seen
 */
public record Claim(
        String claim,
        String where,
        Verdict verdict,
        String evidence,
        boolean byConstruction,
        boolean exact,
        Map<String, Verdict> readings,
        @Nullable ChangedRule changed) {
    private static final String BECAUSE = "; by construction: ";

    public Claim {
        // What nothing was decided about cannot have been decided by construction.
        if (verdict == Verdict.UNDECIDED) {
            byConstruction = false;
            evidence = evidence.split(BECAUSE, 2)[0];
        }
        readings = Collections.unmodifiableMap(new LinkedHashMap<>(readings));
    }

    /** Decided on differences over runs. */
    public Claim(String claim, String where, Verdict verdict, String evidence) {
        this(claim, where, verdict, evidence, false, false, Map.of(), null);
    }

    /** Claim about a worked example or an enumeration, which has the same result for every seed. */
    public static Claim exact(String claim, String where, boolean holds, String evidence) {
        return new Claim(claim, where, Verdict.of(holds), evidence, false, true, Map.of(), null);
    }

    public boolean holds() {
        return verdict == Verdict.HOLDS;
    }

    /** The same claim, marked as one that could hardly come out otherwise. */
    public Claim holdingByConstruction() {
        return new Claim(claim, where, verdict, evidence, true, exact, readings, changed);
    }

    /** The same, with the reason why it could hardly come out otherwise, in words that follow "by construction:". */
    public Claim byConstructionBecause(String reason) {
        return new Claim(claim, where, verdict, evidence + BECAUSE + reason, true, exact, readings, changed);
    }

    /** The same claim, judged by a rule that was changed after a result was seen. */
    public Claim changedFrom(ChangedRule rule) {
        return new Claim(claim, where, verdict, evidence, byConstruction, exact, readings, rule);
    }

    public Claim under(Map<String, Verdict> byReading) {
        return new Claim(claim, where, verdict, evidence, byConstruction, exact, byReading, changed);
    }

    /** Whether this is the same sentence of the same place, perhaps under another reading. */
    public boolean isSameSentence(Claim other) {
        return claim.equals(other.claim) && where.equals(other.where);
    }

    /** The same claim after a run that was too small: undecided, unless it is exact. */
    Claim ofSmallRun() {
        ChangedRule rule = changed == null ? null : new ChangedRule(changed.now(), changed.before(), Verdict.UNDECIDED);
        return exact
                ? this
                : new Claim(claim, where, Verdict.UNDECIDED, evidence, byConstruction, false, readings, rule);
    }

    /** Number of readings under which the claim holds. */
    public long readingsThatHold() {
        return readings.values().stream().filter(Verdict.HOLDS::equals).count();
    }

    /** Such as "holds, by construction; in 2 of 5 readings". */
    public String verdictInWords() {
        return verdict.words()
                + (byConstruction ? ", by construction" : "")
                + (readings.size() < 2
                        ? ""
                        : "; holds in %d of %d readings".formatted(readingsThatHold(), readings.size()));
    }
}
