package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Parts of small hosts and slices of them, drawn from a seed. */
final class RandomSlices {
    private final SplittableRandom random;
    private final Parts parts;

    RandomSlices(SplittableRandom random) {
        this.random = random;
        Part cores = Part.amount("cores", 2 + random.nextInt(7));
        Part cards = Part.sharedDevices("gpu", 1 + random.nextInt(4), 100);
        Part kinds = Part.devices("gpu-1g", 1 + random.nextInt(3));
        this.parts = switch (random.nextInt(4)) {
            case 0 -> Parts.of(cores);
            case 1 -> Parts.of(cards, cores);
            case 2 -> Parts.of(kinds, cards);
            default -> Parts.of(cores, kinds, Part.amount("memory", 3 + random.nextInt(20)), cards);
        };
    }

    Parts parts() {
        return parts;
    }

    /** Something that an empty host can hold; now and then all of it. */
    Slice next() {
        Map<String, Long> amounts = new HashMap<>();
        Share share = null;
        for (Part part : parts.all()) {
            if (part.shared() && random.nextInt(2) == 0) {
                share = random.nextInt(3) == 0
                        ? Share.ofMemory(part.name(), 1 + random.nextInt(100))
                        : Share.of(part.name(), 100 * (1 + random.nextInt(9)));
            } else if (random.nextInt(3) > 0) {
                amounts.put(part.name(), 1 + random.nextLong(part.count()));
            }
        }
        return share == null ? Slice.of(amounts) : Slice.of(amounts, share);
    }
}
