package dev.berth.engine.book;

import dev.berth.engine.book.snapshot.CapturedSnapshot;
import dev.berth.engine.book.snapshot.ChunkStream;
import dev.berth.engine.book.snapshot.DamagedSnapshot;
import dev.berth.engine.book.snapshot.DegradedSection;
import dev.berth.engine.book.snapshot.ModelBytes;
import dev.berth.engine.book.snapshot.OpportunistSection;
import dev.berth.engine.book.snapshot.PoolSection;
import dev.berth.engine.book.snapshot.QueueSection;
import dev.berth.engine.book.snapshot.WaitlistSection;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
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
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The byte form of a book: header, pools and outages, open reservations, degraded ones, holds, the calendar, opportunistic
 * jobs, what is queued, the waiting list, and a check sum at the end. It arranges the sections, which write their own content.
 */
final class Snapshot {
    private static final int MAGIC = 0x42525448;
    private static final int VERSION = 13;
    /** The first with a queue, and the last that does not say whether there are early starts. */
    private static final int WITH_QUEUE = 4;

    /** The first that says of outages when a repair is expected. */
    private static final int WITH_REPAIRS = 6;

    /** The first with reservations that are bound, and that says what blocks servers. */
    private static final int WITH_BLOCKS = 7;

    /** The first that says which servers are handed out last. */
    private static final int WITH_SHUNNED = 8;

    /** The first that has the numbers of refused requests; before there were only sentences. */
    private static final int WITH_REASONS = 9;

    /** The first that says on which servers of their pool opportunistic jobs may run. */
    private static final int WITH_AMONG = 10;

    /** The first with parts of servers and with licences. */
    private static final int WITH_PARTS = 11;

    /** The first with a waiting list. */
    private static final int WITH_WAITLIST = 12;

    /** The first that says which licences are held outside the book. */
    private static final int WITH_HELD_LICENCES = 13;

    private static final int OLDEST_VERSION = 3;

    private Snapshot() {}

    /**
     * Takes down what changes; reservations, which do not and are by far the most, are written when the bytes are asked
     * for, by any thread.
     */
    static CapturedSnapshot capture(State state) {
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
        Arrays.sort(
                sorted, Comparator.comparingLong(reservation -> reservation.id().number()));
        CheckedOutputStream summed = new CheckedOutputStream(to, new CRC32());
        // A check sum of eight bytes at a time takes longer than writing them.
        DataOutputStream out = new DataOutputStream(new ChunkStream(summed));
        out.write(before);
        out.writeInt(sorted.length);
        for (Reservation reservation : sorted) {
            ModelBytes.writeReservation(out, reservation);
        }
        out.write(after);
        out.flush();
        out.writeLong(summed.getChecksum().getValue());
        out.flush();
    }

    private static void writeHead(DataOutputStream out, State state) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeUTF(state.policy);
        out.writeUTF(state.admission);
        out.writeBoolean(state.earlyStarts);
        out.writeLong(state.now);
        out.writeLong(state.nextNumber);
        ModelBytes.writeAmounts(out, state.licences);
        out.writeInt(state.rosters.size());
        for (Roster roster : state.rosters.values()) {
            PoolSection.write(out, roster, state.tariffs.get(roster.pool().id()));
        }
    }

    private static void writeTail(DataOutputStream out, State state) throws IOException {
        DegradedSection.write(out, state.degraded.values());
        out.writeInt(state.holds.size());
        for (Map.Entry<ReservationId, Long> hold : state.holds.entrySet()) {
            out.writeLong(hold.getKey().number());
            out.writeLong(hold.getValue());
        }
        state.calendar.save(out, state.now);
        OpportunistSection.write(out, state.opportunists);
        QueueSection.write(out, state.queue);
        WaitlistSection.write(out, state.waitlist);
        ModelBytes.writeHeldLicences(out, state.heldLicences);
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
        State state = new State(policy, in.readUTF(), version <= WITH_QUEUE || in.readBoolean());
        state.now = in.readLong();
        state.nextNumber = in.readLong();
        if (version >= WITH_PARTS) {
            state.setLicencesTo(ModelBytes.readAmounts(in), HeldLicences.NONE);
        }
        for (int left = in.readInt(); left > 0; left--) {
            readPool(in, version, state);
        }
        List<Reservation> open = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            Reservation reservation = ModelBytes.readReservation(in);
            open.add(reservation);
            state.enter(reservation);
        }
        DegradedSection.read(in)
                .forEach(lost -> state.degraded.put(lost.reservation().id(), lost));
        for (int left = in.readInt(); left > 0; left--) {
            state.holds.put(new ReservationId(in.readLong()), in.readLong());
        }
        state.calendar.load(in);
        state.recall();
        open.forEach(state::tellAdded);
        OpportunistSection.read(in, state.opportunists, version >= WITH_AMONG);
        if (version >= WITH_QUEUE) {
            QueueSection.read(in, state.queue, version >= WITH_REASONS);
        }
        if (version >= WITH_WAITLIST) {
            WaitlistSection.read(in, state.waitlist);
        }
        if (version >= WITH_HELD_LICENCES) {
            state.setLicencesTo(state.licences, ModelBytes.readHeldLicences(in));
        }
        return state;
    }

    private static void readPool(DataInputStream in, int version, State state) throws IOException {
        PoolSection section = PoolSection.read(
                in, version >= WITH_REPAIRS, version >= WITH_BLOCKS, version >= WITH_SHUNNED, version >= WITH_PARTS);
        Pool pool = section.roster().pool();
        state.rosters.put(pool.id(), section.roster());
        state.calendar.addServers(pool, 0, pool.servers(), state.now);
        if (section.tariff() != null) {
            state.tariffs.put(pool.id(), section.tariff());
        }
    }
}
