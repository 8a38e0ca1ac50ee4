package dev.berth.lab.figure;

/**
 * A sentence that a paper asserts, checked against our numbers.
 *
 * @param where section or figure of the paper
 * @param evidence the numbers that decided
 */
public record Claim(String claim, String where, boolean holds, String evidence) {}
