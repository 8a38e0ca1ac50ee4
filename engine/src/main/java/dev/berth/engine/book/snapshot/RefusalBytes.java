package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Byte form of the refusals that a book remembers: those of jobs that look for a place. */
final class RefusalBytes {
    private RefusalBytes() {}

    static void write(DataOutputStream out, Refusal refusal) throws IOException {
        switch (refusal) {
            case Refusal.NoCapacity full -> {
                Refusal.Shortage shortage = full.shortage();
                out.writeByte(shortage == null ? 0 : 9);
                out.writeUTF(full.job().name());
                out.writeInt(full.servers());
                out.writeLong(full.earliest());
                out.writeLong(full.deadline());
                writePools(out, full.tried());
                if (shortage != null) {
                    writeShortage(out, shortage);
                }
            }
            case Refusal.DeadlineImpossible late -> {
                out.writeByte(1);
                out.writeUTF(late.job().name());
                out.writeLong(late.deadline());
                out.writeLong(late.earliestEnd());
                out.writeUTF(late.fastest().name());
            }
            case Refusal.TooManyServers many -> {
                out.writeByte(2);
                out.writeUTF(many.job().name());
                out.writeInt(many.servers());
                out.writeUTF(many.largest().name());
                out.writeInt(many.size());
            }
            case Refusal.TooCostly costly -> {
                out.writeByte(3);
                out.writeLong(costly.steps());
            }
            case Refusal.SingleServerOnly single -> {
                out.writeByte(4);
                out.writeUTF(single.job().name());
                out.writeInt(single.servers());
                out.writeUTF(single.policy());
            }
            case Refusal.OverBudget over -> {
                out.writeByte(5);
                out.writeUTF(over.job().name());
                out.writeLong(over.budget().millionths());
                out.writeLong(over.cheapest().millionths());
                out.writeUTF(over.pool().name());
            }
            case Refusal.UnknownPool unknown -> {
                out.writeByte(6);
                out.writeUTF(unknown.pool().name());
                writePools(out, byName(unknown.known()));
            }
            case Refusal.NoMatchingPool none -> {
                out.writeByte(7);
                out.writeUTF(none.job().name());
                ModelBytes.writeRequirements(out, none.requirements());
                writePools(out, byName(none.known()));
            }
            case Refusal.Discarded discarded -> {
                out.writeByte(8);
                out.writeUTF(discarded.job().name());
                out.writeUTF(discarded.user());
                out.writeInt(discarded.most());
            }
            case Refusal.PartTooLarge large -> {
                out.writeByte(10);
                out.writeUTF(large.job().name());
                out.writeUTF(large.part());
                out.writeLong(large.wanted());
                out.writeUTF(large.largest().name());
                out.writeLong(large.has());
            }
            case Refusal.TooManyLicences many -> {
                out.writeByte(11);
                out.writeUTF(many.job().name());
                out.writeUTF(many.licence());
                out.writeLong(many.wanted());
                out.writeLong(many.has());
            }
            case Refusal.PoolJoined joined -> {
                out.writeByte(12);
                out.writeUTF(joined.pool().name());
                out.writeUTF(joined.into().name());
            }
            case Refusal.CannotJoin e -> throw none(e);
            case Refusal.LicencesPromised e -> throw none(e);
            case Refusal.PolicyIncompatible e -> throw none(e);
            case Refusal.DuplicatePool e -> throw none(e);
            case Refusal.UnknownServer e -> throw none(e);
            case Refusal.PoolFull e -> throw none(e);
            case Refusal.UnknownReservation e -> throw none(e);
            case Refusal.NotHeld e -> throw none(e);
            case Refusal.NotConfirmed e -> throw none(e);
            case Refusal.TermsOutOfRange e -> throw none(e);
            case Refusal.NarrowerInterval e -> throw none(e);
            case Refusal.AlreadyUsed e -> throw none(e);
            case Refusal.AlreadyStarted e -> throw none(e);
            case Refusal.AlreadyBound e -> throw none(e);
            case Refusal.NotStarted e -> throw none(e);
            case Refusal.ReservationsInTheWay e -> throw none(e);
            case Refusal.OutOfService e -> throw none(e);
            case Refusal.NotBlocked e -> throw none(e);
            case Refusal.InService e -> throw none(e);
            case Refusal.TimeBackwards e -> throw none(e);
            case Refusal.LostServers e -> throw none(e);
            case Refusal.NotRunning e -> throw none(e);
            case Refusal.OverrunTooLong e -> throw none(e);
            case Refusal.NoRoomToExtend e -> throw none(e);
            case Refusal.CannotPush e -> throw none(e);
            case Refusal.UnknownOpportunist e -> throw none(e);
            case Refusal.UnknownWaiter e -> throw none(e);
            case Refusal.NoRounds e -> throw none(e);
            case Refusal.StillQueued e -> throw none(e);
        }
    }

    private static IllegalStateException none(Refusal refusal) {
        return new IllegalStateException("no job that looks for a place is refused by " + refusal);
    }

    static Refusal read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 0 -> new Refusal.NoCapacity(job(in), in.readInt(), in.readLong(), in.readLong(), readPools(in));
            case 1 -> new Refusal.DeadlineImpossible(job(in), in.readLong(), in.readLong(), pool(in));
            case 2 -> new Refusal.TooManyServers(job(in), in.readInt(), pool(in), in.readInt());
            case 3 -> new Refusal.TooCostly(in.readLong());
            case 4 -> new Refusal.SingleServerOnly(job(in), in.readInt(), in.readUTF());
            case 5 -> new Refusal.OverBudget(job(in), new Money(in.readLong()), new Money(in.readLong()), pool(in));
            case 6 -> new Refusal.UnknownPool(pool(in), Set.copyOf(readPools(in)));
            case 7 -> new Refusal.NoMatchingPool(job(in), ModelBytes.readRequirements(in), Set.copyOf(readPools(in)));
            case 8 -> new Refusal.Discarded(job(in), in.readUTF(), in.readInt());
            case 9 ->
                new Refusal.NoCapacity(
                        job(in), in.readInt(), in.readLong(), in.readLong(), readPools(in), readShortage(in));
            case 10 -> new Refusal.PartTooLarge(job(in), in.readUTF(), in.readLong(), pool(in), in.readLong());
            case 11 -> new Refusal.TooManyLicences(job(in), in.readUTF(), in.readLong(), in.readLong());
            case 12 -> new Refusal.PoolJoined(pool(in), pool(in));
            default -> throw new DamagedSnapshot("no reason " + kind);
        };
    }

    private static JobId job(DataInputStream in) throws IOException {
        return new JobId(in.readUTF());
    }

    private static PoolId pool(DataInputStream in) throws IOException {
        return new PoolId(in.readUTF());
    }

    private static void writeShortage(DataOutputStream out, Refusal.Shortage shortage) throws IOException {
        PoolId pool = shortage.pool();
        out.writeUTF(pool == null ? "" : pool.name());
        out.writeInt(shortage.host());
        out.writeUTF(shortage.part());
        out.writeLong(shortage.wanted());
        out.writeLong(shortage.free());
        out.writeLong(shortage.from());
        out.writeLong(shortage.until());
    }

    private static Refusal.Shortage readShortage(DataInputStream in) throws IOException {
        String pool = in.readUTF();
        return new Refusal.Shortage(
                pool.isEmpty() ? null : new PoolId(pool),
                in.readInt(),
                in.readUTF(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong());
    }

    /** Pools in an order that does not differ from one run to the next. */
    private static List<PoolId> byName(Set<PoolId> pools) {
        return pools.stream().map(PoolId::name).sorted().map(PoolId::new).toList();
    }

    private static void writePools(DataOutputStream out, Collection<PoolId> pools) throws IOException {
        out.writeInt(pools.size());
        for (PoolId pool : pools) {
            out.writeUTF(pool.name());
        }
    }

    private static List<PoolId> readPools(DataInputStream in) throws IOException {
        List<PoolId> pools = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            pools.add(new PoolId(in.readUTF()));
        }
        return List.copyOf(pools);
    }
}
