package dev.berth.lab.figure;

/** A measured point of a curve. */
public record Point(double x, Estimate y) {}
