package dev.berth.lab.experiment;

/** How much is run: seconds for a test, about a minute for a look, or the paper's own sizes. */
public enum Scale {
    SMOKE,
    QUICK,
    PAPER
}
