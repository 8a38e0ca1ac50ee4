package dev.berth.engine.model;

/** Preference of a user among the windows in which a job could run; without one the policy of the site chooses. */
public enum Prefer {
    /** The lowest price, by the hours of the tariff; of several such windows an early one. */
    CHEAP,
    /** The earliest end. */
    SOON,
    /** The fewest grams of carbon dioxide, by the curves of the pools; of several such windows an early one. */
    CLEAN
}
