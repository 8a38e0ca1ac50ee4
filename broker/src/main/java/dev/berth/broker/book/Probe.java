package dev.berth.broker.book;

/** Is told of every step before and after it is taken, so that a test can let the broker die there. */
public interface Probe {
    Probe NONE = step -> {};

    void at(String step);
}
