package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
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
            writeReason(out, degraded.reason());
            out.writeLong(degraded.since());
        }
    }

    public static List<Degraded> read(DataInputStream in) throws IOException {
        List<Degraded> all = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            all.add(new Degraded(ModelBytes.readReservation(in), readReason(in), in.readLong()));
        }
        return all;
    }

    /** A job that was accepted once can be refused for these two reasons alone: pools never go or shrink. */
    private static void writeReason(DataOutputStream out, Refusal reason) throws IOException {
        switch (reason) {
            case Refusal.NoCapacity full -> {
                out.writeByte(0);
                out.writeUTF(full.job().name());
                out.writeInt(full.servers());
                out.writeLong(full.earliest());
                out.writeLong(full.deadline());
                out.writeInt(full.tried().size());
                for (PoolId pool : full.tried()) {
                    out.writeUTF(pool.name());
                }
            }
            case Refusal.DeadlineImpossible late -> {
                out.writeByte(1);
                out.writeUTF(late.job().name());
                out.writeLong(late.deadline());
                out.writeLong(late.earliestEnd());
                out.writeUTF(late.fastest().name());
            }
            default -> throw new IllegalStateException("no failure of servers leads to " + reason);
        }
    }

    private static Refusal readReason(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 0 ->
                new Refusal.NoCapacity(
                        new JobId(in.readUTF()), in.readInt(), in.readLong(), in.readLong(), readPools(in));
            case 1 ->
                new Refusal.DeadlineImpossible(
                        new JobId(in.readUTF()), in.readLong(), in.readLong(), new PoolId(in.readUTF()));
            default -> throw new DamagedSnapshot("no reason " + kind);
        };
    }

    private static List<PoolId> readPools(DataInputStream in) throws IOException {
        List<PoolId> pools = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            pools.add(new PoolId(in.readUTF()));
        }
        return List.copyOf(pools);
    }
}
