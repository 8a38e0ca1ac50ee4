package dev.berth.engine.intake;

/** Somebody with requests. */
public record User(String name, Priority priority) {}
