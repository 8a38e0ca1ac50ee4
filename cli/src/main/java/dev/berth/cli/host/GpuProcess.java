package dev.berth.cli.host;

/**
 * A process that computes on a card.
 *
 * @param device the UUID of the card; of a divided card that of the whole, or of the part, as the driver has it
 * @param name of the program
 */
public record GpuProcess(String device, long pid, String name) {}
