package dev.berth.lab.figure;

/** A mean over independent runs with the half width of its 95% confidence interval (0 if there is one run only). */
public record Estimate(double mean, double halfWidth, int runs) {}
