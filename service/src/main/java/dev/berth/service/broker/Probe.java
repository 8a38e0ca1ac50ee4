package dev.berth.service.broker;

/** Is told of every step before and after it is taken, so that a test can let the broker die there. */
interface Probe {
    Probe NONE = step -> {};

    void at(String step);
}
