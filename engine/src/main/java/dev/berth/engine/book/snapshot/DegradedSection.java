package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.Degraded;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The degraded reservations, and why they are. */
public final class DegradedSection {
    private DegradedSection() {}

    public static void write(DataOutputStream out, Collection<Degraded> all) throws IOException {
        out.writeInt(all.size());
        for (Degraded degraded : all) {
            ModelBytes.writeReservation(out, degraded.reservation());
            RefusalBytes.write(out, degraded.reason());
            out.writeLong(degraded.since());
        }
    }

    public static List<Degraded> read(DataInputStream in) throws IOException {
        List<Degraded> all = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            all.add(new Degraded(ModelBytes.readReservation(in), RefusalBytes.read(in), in.readLong()));
        }
        return all;
    }
}
