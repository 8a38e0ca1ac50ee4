package dev.berth.engine.model;

/**
 * Parts and licences that a placement takes beside a number of servers for a window.
 *
 * @param slice parts of each of its servers
 * @param devices which devices of which server; empty if no numbered part is taken, or whole servers are
 * @param licences licences of the site, for the placement as a whole
 */
public record Taken(Slice slice, Devices devices, Amounts licences) {
    /** Whole servers and no licences. */
    public static final Taken WHOLE = new Taken(Slice.WHOLE, Devices.NONE, Amounts.NONE);

    private static final Known<Taken> KNOWN = new Known<>(12);

    public Taken {
        slice = slice.known();
    }

    /** Whether it is nothing but whole servers. */
    public boolean isPlain() {
        return slice.isWhole() && licences.isEmpty();
    }

    public static Taken of(Slice slice, Devices devices, Amounts licences) {
        return slice.isWhole() && licences.isEmpty() ? WHOLE : KNOWN.same(new Taken(slice, devices, licences));
    }

    public Taken withDevices(Devices other) {
        return of(slice, other, licences);
    }

    public Taken withLicences(Amounts other) {
        return of(slice, devices, other);
    }
}
