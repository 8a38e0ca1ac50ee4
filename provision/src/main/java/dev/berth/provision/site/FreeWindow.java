package dev.berth.provision.site;

/** Servers that are free from a time to another; those without a reservation ahead until {@code Window.FOREVER}. */
public record FreeWindow(long start, long end, int servers) {}
