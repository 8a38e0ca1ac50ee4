package dev.berth.engine.model;

/**
 * A share of one device, such as half a card: by its thousandths, or by its memory, which makes other thousandths of other
 * devices.
 *
 * @param part which devices
 * @param thousandths 1 to 999; 0 if the memory is given
 * @param memory in MiB; 0 if the thousandths are given
 */
public record Share(String part, int thousandths, long memory) {
    /** Thousandths of a whole device. */
    public static final int WHOLE = 1000;

    public Share {
        Part.checkName(part);
        if (memory < 0 || memory > Part.MOST) {
            throw new BadValue("memory", memory, "must be from 1 to " + Part.MOST + " MiB");
        }
        if (memory == 0 && (thousandths < 1 || thousandths >= WHOLE)) {
            throw new BadValue("share", thousandths, "must be from 1 to " + (WHOLE - 1) + " thousandths");
        }
        if (memory > 0 && thousandths != 0) {
            throw new BadValue("share", thousandths, "must not be given beside its memory");
        }
    }

    public static Share of(String part, int thousandths) {
        return new Share(part, thousandths, 0);
    }

    public static Share ofMemory(String part, long memory) {
        return new Share(part, 0, memory);
    }
}
