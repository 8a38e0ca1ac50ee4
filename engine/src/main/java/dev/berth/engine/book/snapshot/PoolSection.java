package dev.berth.engine.book.snapshot;

import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool with its outages and its tariff.
 *
 * @param roster with no reservations yet
 * @param tariff null if its servers cost nothing
 */
public record PoolSection(Roster roster, @Nullable Tariff tariff) {
    private static final int NO_TARIFF = 0;
    private static final int TARIFF_FOLLOWS = 1;
    /** Later terms follow the tariff: its lateness, its hours and its carbon. */
    private static final int MORE_FOLLOWS = 2;

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
                ModelBytes.writeSlice(out, outage.taken().slice());
                ModelBytes.writeDevices(out, outage.taken().devices());
            }
        }
        writeTariff(out, tariff);
        out.writeInt(roster.shunned().size());
        for (int i = 0; i < roster.shunned().size(); i++) {
            out.writeInt(roster.shunned().get(i));
        }
        writeParts(out, pool.parts());
    }

    /**
     * Reads a pool as {@link #write} wrote it.
     *
     * @param saysRepair whether it says of outages when a repair is expected
     * @param saysCause whether it says of blocks what causes them
     * @param saysShunned whether it says which servers are handed out last
     * @param saysParts whether it says what parts servers have
     */
    public static PoolSection read(
            DataInputStream in, boolean saysRepair, boolean saysCause, boolean saysShunned, boolean saysParts)
            throws IOException {
        Pool pool =
                new Pool(new PoolId(in.readUTF()), in.readInt(), new Rate(in.readInt()), ModelBytes.readAttributes(in));
        List<Outage> outages = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            int server = in.readInt();
            Window window = ModelBytes.readWindow(in);
            Long repair = saysRepair && in.readBoolean() ? in.readLong() : null;
            String cause = saysCause && in.readBoolean() ? in.readUTF() : null;
            Taken taken = saysParts && cause != null
                    ? Taken.of(ModelBytes.readSlice(in), ModelBytes.readDevices(in), Amounts.NONE)
                    : Taken.WHOLE;
            outages.add(new Outage(server, window, repair, cause, taken));
        }
        int kind = in.readByte();
        Tariff tariff = kind == NO_TARIFF ? null : readTariff(in, saysParts);
        if (tariff != null && kind == MORE_FOLLOWS) {
            tariff = tariff.withLateness(ModelBytes.readLateness(in)).withCurves(readCurve(in), readCarbon(in));
        }
        ServerSet last = ServerSet.EMPTY;
        if (saysShunned) {
            int[] shunned = new int[in.readInt()];
            for (int i = 0; i < shunned.length; i++) {
                shunned[i] = in.readInt();
            }
            last = ServerSet.of(shunned);
        }
        Roster roster = new Roster(saysParts ? pool.withParts(readParts(in)) : pool);
        outages.forEach(roster::add);
        roster.shun(last);
        return new PoolSection(roster, tariff);
    }

    private static void writeParts(DataOutputStream out, Parts parts) throws IOException {
        out.writeByte(parts.all().size());
        for (Part part : parts.all()) {
            out.writeUTF(part.name());
            out.writeLong(part.count());
            out.writeBoolean(part.numbered());
            out.writeBoolean(part.shared());
            out.writeLong(part.memory());
        }
    }

    private static Parts readParts(DataInputStream in) throws IOException {
        List<Part> all = new ArrayList<>();
        for (int left = in.readByte(); left > 0; left--) {
            all.add(new Part(in.readUTF(), in.readLong(), in.readBoolean(), in.readBoolean(), in.readLong()));
        }
        return new Parts(all);
    }

    private static void writeTariff(DataOutputStream out, @Nullable Tariff tariff) throws IOException {
        boolean more =
                tariff != null && (tariff.lateness() != null || tariff.hours() != null || tariff.carbon() != null);
        out.writeByte(tariff == null ? NO_TARIFF : more ? MORE_FOLLOWS : TARIFF_FOLLOWS);
        if (tariff != null) {
            out.writeLong(tariff.base().millionths());
            out.writeLong(tariff.hour());
            out.writeInt(tariff.flexibility());
            out.writeInt(tariff.lead());
            out.writeLong(tariff.fullLead());
            out.writeInt(tariff.surcharge());
            out.writeInt(tariff.penalty());
            out.writeInt(tariff.incentive());
            ModelBytes.writeAmounts(out, tariff.weights());
        }
        if (tariff != null && more) {
            ModelBytes.writeLateness(out, tariff.lateness());
            writeCurve(out, tariff.hours());
            Carbon carbon = tariff.carbon();
            out.writeInt(carbon == null ? 0 : carbon.watts());
            if (carbon != null) {
                writeCurve(out, carbon.curve());
            }
        }
    }

    private static void writeCurve(DataOutputStream out, @Nullable TimeCurve curve) throws IOException {
        out.writeInt(curve == null ? 0 : curve.steps().size());
        if (curve != null) {
            for (TimeCurve.Step step : curve.steps()) {
                out.writeLong(step.from());
                out.writeInt(step.value());
            }
            out.writeLong(curve.until());
            out.writeInt(curve.otherwise());
        }
    }

    private static @Nullable TimeCurve readCurve(DataInputStream in) throws IOException {
        int size = in.readInt();
        if (size == 0) {
            return null;
        }
        List<TimeCurve.Step> steps = new ArrayList<>();
        for (int left = size; left > 0; left--) {
            steps.add(new TimeCurve.Step(in.readLong(), in.readInt()));
        }
        return new TimeCurve(steps, in.readLong(), in.readInt());
    }

    private static @Nullable Carbon readCarbon(DataInputStream in) throws IOException {
        int watts = in.readInt();
        TimeCurve curve = watts == 0 ? null : readCurve(in);
        return curve == null ? null : new Carbon(watts, curve);
    }

    private static Tariff readTariff(DataInputStream in, boolean saysWeights) throws IOException {
        return new Tariff(
                new Money(in.readLong()),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                saysWeights ? ModelBytes.readAmounts(in) : Amounts.NONE,
                null,
                null,
                null);
    }
}
