package dev.berth.lab.figure;

/**
 * Change of the rule by which a claim is judged, made after a result was seen. Both verdicts are shown, so that nobody has to
 * trust us that the second rule is the better one.
 *
 * @param now the rule that gives the verdict of the claim
 * @param before the rule that was set before any result was seen
 * @param verdict what the claim comes to by the rule before
 */
public record ChangedRule(String now, String before, Verdict verdict) {}
