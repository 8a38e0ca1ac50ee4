package dev.berth.engine.book;

import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The part of a {@link Snapshot} that holds the degraded reservations. */
final class DegradedSection {
    private DegradedSection() {}

    static void write(DataOutputStream out, State state) throws IOException {
        out.writeInt(state.degraded.size());
        for (Degraded degraded : state.degraded.values()) {
            Snapshot.writeReservation(out, degraded.reservation());
            writeReason(out, degraded.reason());
            out.writeLong(degraded.since());
        }
    }

    static void read(DataInputStream in, State state) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            Reservation reservation = Snapshot.readReservation(in);
            state.degraded.put(reservation.id(), new Degraded(reservation, readReason(in), in.readLong()));
        }
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
