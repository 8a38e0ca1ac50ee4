package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import java.util.Arrays;

/** The parts of a pool's hosts in two rows: those that are amounts, and the devices, numbered part by part. */
final class Layout {
    /** Number of parts that are amounts. */
    final int amounts;
    /** Number of devices. */
    final int devices;

    final Parts parts;
    /** How much of each amount a host has. */
    final long[] capacity;

    /** For each part its place among the amounts, or the number of its first device. */
    private final int[] places;

    Layout(Parts parts) {
        this.parts = parts;
        this.places = new int[parts.all().size()];
        int amount = 0;
        int device = 0;
        long[] capacities = new long[parts.all().size()];
        for (int i = 0; i < places.length; i++) {
            Part part = parts.all().get(i);
            if (part.numbered()) {
                places[i] = device;
                device += (int) part.count();
            } else {
                capacities[amount] = part.count();
                places[i] = amount++;
            }
        }
        this.amounts = amount;
        this.devices = device;
        this.capacity = Arrays.copyOf(capacities, amount);
    }

    /** Place of a part among the amounts, or number of its first device. */
    int place(int part) {
        return places[part];
    }

    /** How much of a part a need takes; thousandths of one device, if it takes a share. */
    long wanted(int part, Need need) {
        if (!parts.all().get(part).numbered()) {
            return need.amounts()[places[part]];
        }
        long bits = bits(part);
        if (need.shareOf() == bits) {
            return need.thousandths();
        }
        for (Need.Kind kind : need.kinds()) {
            if (kind.of() == bits) {
                return kind.count();
            }
        }
        return 0;
    }

    /** A bit for each device of a numbered part. */
    long bits(int part) {
        int count = (int) parts.all().get(part).count();
        return ((1L << count) - 1) << places[part];
    }
}
