package dev.berth.wire.json;

import java.util.List;
import java.util.stream.Collectors;

/** Fields that are wrong, all of them at once. */
public final class Invalid extends RuntimeException {
    private final transient List<Fault> faults;

    public Invalid(List<Fault> faults) {
        super(faults.stream().map(Fault::sentence).collect(Collectors.joining("; ")), null, false, false);
        this.faults = List.copyOf(faults);
    }

    public List<Fault> faults() {
        return faults;
    }
}
