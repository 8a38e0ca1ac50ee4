package dev.berth.broker.remote;

/**
 * A reservation as its site shows it.
 *
 * @param why it has lost its servers; empty if it has not, or the site does not say
 */
public record Sighted(Reserved reserved, String why) {}
