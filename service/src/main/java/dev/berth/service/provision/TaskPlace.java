package dev.berth.service.provision;

/** Where and when a task is to run. */
public record TaskPlace(String task, String pool, long start, long end, int servers) {}
