package dev.berth.engine.model;

import java.util.regex.Pattern;

/**
 * A part that each server of a pool has, in whole numbers: cores, memory, cards, kinds of MIG devices, others by name.
 *
 * @param count how many each server has; memory in MiB
 * @param numbered whether each is a device of its own, such as a card: who has it has it alone, and it has a number
 * @param shared whether several may have {@link Share shares} of one device, in thousandths
 * @param memory memory of each device in MiB; 0 if nobody knows
 */
public record Part(String name, long count, boolean numbered, boolean shared, long memory) {
    public static final long MOST = 1L << 40;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9._-]{0,39}");

    public Part {
        checkName(name);
        if (count < 1 || count > (numbered ? Parts.MOST_DEVICES : MOST)) {
            throw new BadValue(name, count, "must be from 1 to " + (numbered ? Parts.MOST_DEVICES : MOST));
        }
        if (memory < 0 || memory > MOST) {
            throw new BadValue("memory", memory, "must be from 0 to " + MOST);
        }
        if (shared && !numbered) {
            throw new BadValue("shares", name, "are of devices; only a numbered part has them");
        }
    }

    /** A part of which any amount is as good as any other, such as cores. */
    public static Part amount(String name, long count) {
        return new Part(name, count, false, false, 0);
    }

    /** Devices that have one owner each. */
    public static Part devices(String name, int count) {
        return new Part(name, count, true, false, 0);
    }

    /** Devices of which several may have shares. */
    public static Part sharedDevices(String name, int count, long memory) {
        return new Part(name, count, true, true, memory);
    }

    static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new BadValue(
                    "part",
                    name,
                    "must be up to 40 small letters, digits, dots, dashes and underscores, and begin with a letter");
        }
    }

    /** Thousandths of a device that a share takes here; more than {@link Share#WHOLE} if no device has so much. */
    public int thousandths(Share share) {
        if (share.memory() == 0) {
            return share.thousandths();
        }
        if (memory == 0) {
            return Share.WHOLE + 1;
        }
        return (int) Math.min(Share.WHOLE + 1, Math.ceilDiv(share.memory() * Share.WHOLE, memory));
    }
}
