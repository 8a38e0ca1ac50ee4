package dev.berth.lab.workload.gpu;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Request of a task of a GPU cluster, all of it on one host.
 *
 * @param milliCores thousandths of a core
 * @param memory in MiB
 * @param cards how many; 0 for a task that runs on cores alone
 * @param thousandths of each card: below 1,000 only of a single one
 */
public record GpuRequest(int milliCores, int memory, int cards, int thousandths) {
    public static final String CORES = "cores";
    public static final String MEMORY = "memory";
    public static final String CARDS = "gpu";

    private static final int MOST = 1 << 30;

    public GpuRequest {
        check("cpu_milli", milliCores, MOST);
        check("memory_mib", memory, MOST);
        check("num_gpu", cards, Parts.MOST_DEVICES);
        check("gpu_milli", thousandths, Share.WHOLE);
        if (cards == 0 && thousandths != 0) {
            throw new BadValue("gpu_milli", thousandths, "must be 0 without a GPU");
        }
        if (cards > 0 && thousandths == 0) {
            throw new BadValue("gpu_milli", thousandths, "must be from 1 to " + Share.WHOLE + " with a GPU");
        }
        if (cards > 1 && thousandths != Share.WHOLE) {
            throw new BadValue("gpu_milli", thousandths, "must be " + Share.WHOLE + " for several GPUs");
        }
        if (cards == 0 && milliCores == 0 && memory == 0) {
            throw new BadValue("cpu_milli", milliCores, "must be above 0 if neither memory nor a GPU is asked for");
        }
    }

    private static void check(String field, int value, int most) {
        if (value < 0 || value > most) {
            throw new BadValue(field, value, "must be from 0 to " + most);
        }
    }

    /** Whether it takes less than one card. */
    public boolean isShare() {
        return cards == 1 && thousandths < Share.WHOLE;
    }

    /** Thousandths of cards in all. */
    public int cardThousandths() {
        return cards * thousandths;
    }

    /** The parts that it takes of a host, in whole cores. */
    public Slice slice() {
        Map<String, Long> amounts = new LinkedHashMap<>();
        if (milliCores > 0) {
            amounts.put(CORES, (long) cores());
        }
        if (memory > 0) {
            amounts.put(MEMORY, (long) memory);
        }
        if (isShare()) {
            return Slice.of(amounts, Share.of(CARDS, thousandths));
        }
        if (cards > 0) {
            amounts.put(CARDS, (long) cards);
        }
        return Slice.of(amounts);
    }

    public int cores() {
        return Math.ceilDiv(milliCores, 1000);
    }

    /** The part of a host of which it takes the largest share, in millionths of the host, rounded up. */
    public long dominantMillionths(int hostCores, int hostMemory, int hostCards) {
        long ofCores = Math.ceilDiv(cores() * 1_000_000L, hostCores);
        long ofMemory = Math.ceilDiv(memory * 1_000_000L, hostMemory);
        long ofCards = Math.ceilDiv(cardThousandths() * 1_000L, hostCards);
        return Math.max(ofCores, Math.max(ofMemory, ofCards));
    }

    /** Parts of a host whose cards can be shared. */
    public static Parts host(int cores, int memory, int cards) {
        return Parts.of(Part.sharedDevices(CARDS, cards, 0), Part.amount(CORES, cores), Part.amount(MEMORY, memory));
    }
}
