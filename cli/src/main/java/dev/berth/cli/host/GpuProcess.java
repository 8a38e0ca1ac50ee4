package dev.berth.cli.host;

import java.util.OptionalLong;

/**
 * A process that computes on a card. Whose it is and what it is called, {@link ProcessTable} tells.
 *
 * @param device the UUID of the card; of a divided card that of the whole, or of the part, as the driver has it
 * @param mebibytes memory of the card that it has taken; empty if the driver does not tell
 */
public record GpuProcess(String device, long pid, OptionalLong mebibytes) {}
