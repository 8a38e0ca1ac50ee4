package dev.berth.engine.book.snapshot;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A pool with its outages and its tariff.
 *
 * @param roster with no reservations yet
 * @param tariff null if its servers cost nothing
 */
public record PoolSection(Roster roster, @Nullable Tariff tariff) {
    public static void write(DataOutputStream out, Roster roster, @Nullable Tariff tariff) throws IOException {
        Pool pool = roster.pool();
        out.writeUTF(pool.id().name());
        out.writeInt(pool.servers());
        out.writeInt(pool.rate().millionths());
        ModelBytes.writeAttributes(out, pool.attributes());
        out.writeInt(roster.outages().size());
        for (Outage outage : roster.outages()) {
            out.writeInt(outage.server());
            ModelBytes.writeWindow(out, outage.window());
            Long repair = outage.repair();
            out.writeBoolean(repair != null);
            if (repair != null) {
                out.writeLong(repair);
            }
            String cause = outage.cause();
            out.writeBoolean(cause != null);
            if (cause != null) {
                out.writeUTF(cause);
            }
        }
        writeTariff(out, tariff);
        out.writeInt(roster.shunned().size());
        for (int i = 0; i < roster.shunned().size(); i++) {
            out.writeInt(roster.shunned().get(i));
        }
    }

    /**
     * Reads a pool as {@link #write} wrote it.
     *
     * @param saysRepair whether it says of outages when a repair is expected
     * @param saysCause whether it says of blocks what causes them
     * @param saysShunned whether it says which servers are handed out last
     */
    public static PoolSection read(DataInputStream in, boolean saysRepair, boolean saysCause, boolean saysShunned)
            throws IOException {
        Pool pool =
                new Pool(new PoolId(in.readUTF()), in.readInt(), new Rate(in.readInt()), ModelBytes.readAttributes(in));
        Roster roster = new Roster(pool);
        for (int left = in.readInt(); left > 0; left--) {
            int server = in.readInt();
            Window window = ModelBytes.readWindow(in);
            Long repair = saysRepair && in.readBoolean() ? in.readLong() : null;
            String cause = saysCause && in.readBoolean() ? in.readUTF() : null;
            roster.add(new Outage(server, window, repair, cause));
        }
        Tariff tariff = in.readBoolean() ? readTariff(in) : null;
        if (saysShunned) {
            int[] shunned = new int[in.readInt()];
            for (int i = 0; i < shunned.length; i++) {
                shunned[i] = in.readInt();
            }
            roster.shun(ServerSet.of(shunned));
        }
        return new PoolSection(roster, tariff);
    }

    private static void writeTariff(DataOutputStream out, @Nullable Tariff tariff) throws IOException {
        out.writeBoolean(tariff != null);
        if (tariff != null) {
            out.writeLong(tariff.base().millionths());
            out.writeLong(tariff.hour());
            out.writeInt(tariff.flexibility());
            out.writeInt(tariff.lead());
            out.writeLong(tariff.fullLead());
            out.writeInt(tariff.surcharge());
            out.writeInt(tariff.penalty());
            out.writeInt(tariff.incentive());
        }
    }

    private static Tariff readTariff(DataInputStream in) throws IOException {
        return new Tariff(
                new Money(in.readLong()),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readInt());
    }
}
