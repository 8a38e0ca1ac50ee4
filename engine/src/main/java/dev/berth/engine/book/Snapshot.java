package dev.berth.engine.book;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The byte form of a book: header, pools and outages, open reservations, degraded ones, the calendar, opportunistic jobs,
 * what is queued, and a check sum at the end.
 */
final class Snapshot {
    private static final int MAGIC = 0x42525448;
    private static final int VERSION = 4;
    /** Had no queue. */
    private static final int OLDEST_VERSION = 3;

    /** In the order of their codes, which stays when others are added. */
    private static final List<Reservation.State> STATES =
            List.of(Reservation.State.HELD, Reservation.State.WAITING, Reservation.State.RUNNING);

    private Snapshot() {}

    /**
     * Takes down what changes; reservations, which do not and are by far the most, are written when the bytes are asked
     * for, by any thread.
     */
    static Book.Captured capture(State state) {
        byte[] before = bytes(out -> writeHead(out, state));
        Reservation[] open = state.open.values().toArray(Reservation[]::new);
        byte[] after = bytes(out -> writeTail(out, state));
        return out -> write(out, before, open, after);
    }

    private interface Section {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Section section) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            section.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(OutputStream to, byte[] before, Reservation[] open, byte[] after) throws IOException {
        Reservation[] sorted = open.clone();
        Arrays.sort(sorted, Comparator.comparing(Reservation::id));
        CheckedOutputStream summed = new CheckedOutputStream(to, new CRC32());
        DataOutputStream out = new DataOutputStream(summed);
        out.write(before);
        out.writeInt(sorted.length);
        for (Reservation reservation : sorted) {
            writeReservation(out, reservation);
        }
        out.write(after);
        out.writeLong(summed.getChecksum().getValue());
        out.flush();
    }

    private static void writeHead(DataOutputStream out, State state) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeUTF(state.policy);
        out.writeUTF(state.admission);
        out.writeLong(state.now);
        out.writeLong(state.nextNumber);
        out.writeInt(state.rosters.size());
        for (Roster roster : state.rosters.values()) {
            writePool(out, roster);
            writeTariff(out, state.tariffs.get(roster.pool().id()));
        }
    }

    private static void writeTail(DataOutputStream out, State state) throws IOException {
        DegradedSection.write(out, state);
        out.writeInt(state.holds.size());
        for (Map.Entry<ReservationId, Long> hold : state.holds.entrySet()) {
            out.writeLong(hold.getKey().number());
            out.writeLong(hold.getValue());
        }
        state.calendar.save(out, state.now);
        OpportunistBytes.write(out, state.opportunists);
        QueueSection.write(out, state);
    }

    /** The check sum is found right before anything is made of the bytes. */
    static State read(byte[] bytes) {
        if (bytes.length < 16) {
            throw new DamagedSnapshot("it does not begin like one");
        }
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, bytes.length - 8);
        if (sum.getValue() != ByteBuffer.wrap(bytes).getLong(bytes.length - 8)) {
            throw new DamagedSnapshot("its check sum is wrong");
        }
        return read(new ByteArrayInputStream(bytes));
    }

    /** Reads one from where a stream is, and nothing after it. */
    static State read(InputStream from) {
        CheckedInputStream summed = new CheckedInputStream(from, new CRC32());
        DataInputStream in = new DataInputStream(summed);
        try {
            if (in.readInt() != MAGIC) {
                throw new DamagedSnapshot("it does not begin like one");
            }
            int version = in.readInt();
            if (version < OLDEST_VERSION || version > VERSION) {
                throw new DamagedSnapshot("version " + version + ", but this program reads versions " + OLDEST_VERSION
                        + " to " + VERSION);
            }
            State state = readState(in, version);
            long sum = summed.getChecksum().getValue();
            if (in.readLong() != sum) {
                throw new DamagedSnapshot("its check sum is wrong");
            }
            return state;
        } catch (IOException | BadValue e) {
            throw new DamagedSnapshot(e.toString());
        }
    }

    private static State readState(DataInputStream in, int version) throws IOException {
        String policy = in.readUTF();
        State state = new State(policy, in.readUTF());
        state.now = in.readLong();
        state.nextNumber = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            readPool(in, state);
        }
        List<Reservation> open = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            Reservation reservation = readReservation(in);
            open.add(reservation);
            state.enter(reservation);
        }
        DegradedSection.read(in, state);
        for (int left = in.readInt(); left > 0; left--) {
            state.holds.put(new ReservationId(in.readLong()), in.readLong());
        }
        state.calendar.load(in);
        open.forEach(state.admissionPolicy::added);
        OpportunistBytes.read(in, state.opportunists);
        if (version > OLDEST_VERSION) {
            QueueSection.read(in, state);
        }
        return state;
    }

    private static void writePool(DataOutputStream out, Roster roster) throws IOException {
        Pool pool = roster.pool();
        out.writeUTF(pool.id().name());
        out.writeInt(pool.servers());
        out.writeInt(pool.rate().millionths());
        writeAttributes(out, pool.attributes());
        out.writeInt(roster.outages().size());
        for (Outage outage : roster.outages()) {
            out.writeInt(outage.server());
            writeWindow(out, outage.window());
        }
    }

    private static void readPool(DataInputStream in, State state) throws IOException {
        Pool pool = new Pool(new PoolId(in.readUTF()), in.readInt(), new Rate(in.readInt()), readAttributes(in));
        Roster roster = new Roster(pool);
        state.rosters.put(pool.id(), roster);
        state.calendar.addServers(pool, 0, pool.servers(), state.now);
        for (int left = in.readInt(); left > 0; left--) {
            roster.add(new Outage(in.readInt(), readWindow(in)));
        }
        if (in.readBoolean()) {
            state.tariffs.put(pool.id(), readTariff(in));
        }
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

    static void writeReservation(DataOutputStream out, Reservation reservation) throws IOException {
        out.writeLong(reservation.id().number());
        writeJob(out, reservation.job());
        Placement placement = reservation.placement();
        out.writeUTF(placement.pool().name());
        out.writeInt(placement.count());
        writeWindow(out, placement.window());
        out.writeByte(STATES.indexOf(reservation.state()));
        out.writeLong(reservation.agreement().made());
        out.writeLong(reservation.agreement().price().millionths());
        out.writeLong(reservation.agreement().fees().millionths());
        out.writeInt(placement.servers().size());
        for (int i = 0; i < placement.servers().size(); i++) {
            out.writeInt(placement.servers().get(i));
        }
    }

    static Reservation readReservation(DataInputStream in) throws IOException {
        ReservationId id = new ReservationId(in.readLong());
        Job job = readJob(in);
        PoolId pool = new PoolId(in.readUTF());
        int count = in.readInt();
        Window window = readWindow(in);
        Reservation.State state = STATES.get(in.readByte());
        Agreement agreement = new Agreement(in.readLong(), new Money(in.readLong()), new Money(in.readLong()));
        int[] named = new int[in.readInt()];
        for (int i = 0; i < named.length; i++) {
            named[i] = in.readInt();
        }
        return new Reservation(id, job, new Placement(pool, count, window, ServerSet.of(named)), state, agreement);
    }

    static void writeJob(DataOutputStream out, Job job) throws IOException {
        out.writeUTF(job.id().name());
        out.writeUTF(job.user());
        out.writeLong(job.ready());
        out.writeLong(job.deadline());
        writeShape(out, job.shape());
        PoolId wanted = job.requirements().pool();
        out.writeUTF(wanted == null ? "" : wanted.name());
        writeAttributes(out, job.requirements().attributes());
        writeTerms(out, job.terms());
    }

    static Job readJob(DataInputStream in) throws IOException {
        JobId id = new JobId(in.readUTF());
        String user = in.readUTF();
        long ready = in.readLong();
        long deadline = in.readLong();
        Shape shape = readShape(in);
        String wanted = in.readUTF();
        Requirements requirements = new Requirements(wanted.isEmpty() ? null : new PoolId(wanted), readAttributes(in));
        return new Job(id, user, ready, deadline, shape, requirements, readTerms(in));
    }

    private static void writeShape(DataOutputStream out, Shape shape) throws IOException {
        switch (shape) {
            case Shape.Rigid rigid -> {
                out.writeByte(0);
                out.writeInt(rigid.servers());
                out.writeLong(rigid.each().amount());
            }
            case Shape.Stay stay -> {
                out.writeByte(1);
                out.writeInt(stay.servers());
                out.writeLong(stay.length());
            }
            case Shape.Table table -> {
                out.writeByte(2);
                out.writeInt(table.byServers().size());
                for (Map.Entry<Integer, Work> entry : table.byServers().entrySet()) {
                    out.writeInt(entry.getKey());
                    out.writeLong(entry.getValue().amount());
                }
            }
            case Shape.Divisible divisible -> {
                out.writeByte(3);
                out.writeInt(divisible.fewest());
                out.writeInt(divisible.most());
                out.writeLong(divisible.alone().amount());
                out.writeInt(divisible.serial());
            }
        }
    }

    private static Shape readShape(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 0 -> new Shape.Rigid(in.readInt(), new Work(in.readLong()));
            case 1 -> new Shape.Stay(in.readInt(), in.readLong());
            case 2 -> {
                TreeMap<Integer, Work> table = new TreeMap<>();
                for (int left = in.readInt(); left > 0; left--) {
                    table.put(in.readInt(), new Work(in.readLong()));
                }
                yield new Shape.Table(table);
            }
            case 3 -> new Shape.Divisible(in.readInt(), in.readInt(), new Work(in.readLong()), in.readInt());
            default -> throw new DamagedSnapshot("no shape " + kind);
        };
    }

    private static void writeTerms(DataOutputStream out, Terms terms) throws IOException {
        Money budget = terms.budget();
        Integer fixAfter = terms.fixAfter();
        out.writeLong(budget == null ? -1 : budget.millionths());
        out.writeByte(fixAfter == null ? -1 : fixAfter);
    }

    private static Terms readTerms(DataInputStream in) throws IOException {
        long budget = in.readLong();
        int fixAfter = in.readByte();
        return budget < 0 && fixAfter < 0
                ? Terms.NONE
                : new Terms(budget < 0 ? null : new Money(budget), fixAfter < 0 ? null : fixAfter);
    }

    private static void writeWindow(DataOutputStream out, Window window) throws IOException {
        out.writeLong(window.start());
        out.writeLong(window.end());
    }

    private static Window readWindow(DataInputStream in) throws IOException {
        return new Window(in.readLong(), in.readLong());
    }

    static void writeAttributes(DataOutputStream out, Map<String, String> attributes) throws IOException {
        out.writeInt(attributes.size());
        for (Map.Entry<String, String> entry : new TreeMap<>(attributes).entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeUTF(entry.getValue());
        }
    }

    static Map<String, String> readAttributes(DataInputStream in) throws IOException {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            attributes.put(in.readUTF(), in.readUTF());
        }
        return attributes;
    }
}
