package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Reservation.State;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The byte form of reservations, jobs and what they are made of, which all sections share. */
public final class ModelBytes {
    /** States in the order of their codes, which must not change when states are added. */
    private static final List<State> STATES = List.of(State.HELD, State.WAITING, State.RUNNING, State.BOUND);

    /** Marker in place of a percentage: none is given. */
    private static final int NOT_GIVEN = -1;

    /** A byte below {@link #NOT_GIVEN} is this less the percentage, and a notice comes after it. */
    private static final int NOTICE_FOLLOWS = -3;

    /** Marker in place of a percentage: a project follows, and then the percentage. */
    private static final int PROJECT_FOLLOWS = -128;

    /** Marker in place of a percentage: a preference follows, and then the percentage. */
    private static final int PREFERENCE_FOLLOWS = -127;

    /** Preferences in the order of their codes, which must not change when preferences are added. */
    private static final List<Prefer> PREFERENCES = List.of(Prefer.CHEAP, Prefer.SOON, Prefer.CLEAN);

    /** Marker on the code of a state: conditions of the agreement follow its fees. */
    private static final int CONDITIONS_FOLLOW = 16;

    /** Marker in place of a number of attributes: the attributes follow, and then parts and licences. */
    private static final int PARTS_FOLLOW = -1;

    private ModelBytes() {}

    public static void writeReservation(DataOutputStream out, Reservation reservation) throws IOException {
        out.writeLong(reservation.id().number());
        writeJob(out, reservation.job());
        Placement placement = reservation.placement();
        out.writeUTF(placement.pool().name());
        out.writeInt(placement.count());
        writeWindow(out, placement.window());
        Agreement agreement = reservation.agreement();
        boolean plain = agreement.conditions().equals(Conditions.NONE);
        out.writeByte(STATES.indexOf(reservation.state()) + (plain ? 0 : CONDITIONS_FOLLOW));
        out.writeLong(agreement.made());
        out.writeLong(agreement.price().millionths());
        out.writeLong(agreement.fees().millionths());
        if (!plain) {
            writeConditions(out, agreement.conditions());
        }
        out.writeInt(placement.servers().size());
        for (int i = 0; i < placement.servers().size(); i++) {
            out.writeInt(placement.servers().get(i));
        }
        // Slice and licences are those of the job.
        if (!reservation.job().requirements().isPlain()) {
            writeDevices(out, placement.taken().devices());
        }
    }

    public static Reservation readReservation(DataInputStream in) throws IOException {
        ReservationId id = new ReservationId(in.readLong());
        Job job = readJob(in);
        PoolId pool = new PoolId(in.readUTF());
        int count = in.readInt();
        Window window = readWindow(in);
        int code = in.readByte();
        State state = STATES.get(code % CONDITIONS_FOLLOW);
        Agreement agreement = new Agreement(in.readLong(), new Money(in.readLong()), new Money(in.readLong()));
        if (code >= CONDITIONS_FOLLOW) {
            agreement = agreement.under(readConditions(in));
        }
        int[] named = new int[in.readInt()];
        for (int i = 0; i < named.length; i++) {
            named[i] = in.readInt();
        }
        Requirements wanted = job.requirements();
        Taken taken = wanted.isPlain() ? Taken.WHOLE : Taken.of(wanted.slice(), readDevices(in), wanted.licences());
        return new Reservation(
                id, job, new Placement(pool, count, window, ServerSet.of(named), taken), state, agreement);
    }

    private static void writeConditions(DataOutputStream out, Conditions conditions) throws IOException {
        writeLateness(out, conditions.lateness());
        out.writeLong(conditions.start());
        out.writeInt(conditions.reached());
        out.writeInt(conditions.hours());
        out.writeLong(conditions.grams());
    }

    private static Conditions readConditions(DataInputStream in) throws IOException {
        return new Conditions(readLateness(in), in.readLong(), in.readInt(), in.readInt(), in.readLong());
    }

    static void writeLateness(DataOutputStream out, @Nullable Lateness lateness) throws IOException {
        out.writeBoolean(lateness != null);
        if (lateness == null) {
            return;
        }
        out.writeBoolean(lateness.linear());
        out.writeByte(lateness.steps().size());
        for (Lateness.Step step : lateness.steps()) {
            out.writeLong(step.before());
            out.writeInt(step.share());
        }
        out.writeInt(lateness.noShow());
    }

    static @Nullable Lateness readLateness(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        boolean linear = in.readBoolean();
        List<Lateness.Step> steps = new ArrayList<>();
        for (int left = in.readByte(); left > 0; left--) {
            steps.add(new Lateness.Step(in.readLong(), in.readInt()));
        }
        return new Lateness(linear, steps, in.readInt());
    }

    static void writeJob(DataOutputStream out, Job job) throws IOException {
        out.writeUTF(job.id().name());
        out.writeUTF(job.user());
        out.writeLong(job.ready());
        out.writeLong(job.deadline());
        writeShape(out, job.shape());
        writeRequirements(out, job.requirements());
        writeTerms(out, job.terms());
    }

    static Job readJob(DataInputStream in) throws IOException {
        JobId id = new JobId(in.readUTF());
        String user = in.readUTF();
        long ready = in.readLong();
        long deadline = in.readLong();
        Shape shape = readShape(in);
        Requirements requirements = readRequirements(in);
        return new Job(id, user, ready, deadline, shape, requirements, readTerms(in));
    }

    /** Writes requirements as before there were parts and licences; with some, a marker takes the place of the number of attributes. */
    static void writeRequirements(DataOutputStream out, Requirements requirements) throws IOException {
        PoolId wanted = requirements.pool();
        out.writeUTF(wanted == null ? "" : wanted.name());
        if (requirements.isPlain()) {
            writeAttributes(out, requirements.attributes());
            return;
        }
        out.writeInt(PARTS_FOLLOW);
        writeAttributes(out, requirements.attributes());
        writeSlice(out, requirements.slice());
        writeAmounts(out, requirements.licences());
    }

    static Requirements readRequirements(DataInputStream in) throws IOException {
        String wanted = in.readUTF();
        PoolId pool = wanted.isEmpty() ? null : new PoolId(wanted);
        int count = in.readInt();
        if (count != PARTS_FOLLOW) {
            return new Requirements(pool, readAttributes(count, in));
        }
        return new Requirements(pool, readAttributes(in), readSlice(in), readAmounts(in));
    }

    static void writeSlice(DataOutputStream out, Slice slice) throws IOException {
        writeAmounts(out, slice.amounts());
        Share share = slice.share();
        out.writeUTF(share == null ? "" : share.part());
        if (share != null) {
            out.writeInt(share.thousandths());
            out.writeLong(share.memory());
        }
    }

    static Slice readSlice(DataInputStream in) throws IOException {
        Amounts amounts = readAmounts(in);
        String part = in.readUTF();
        return new Slice(amounts, part.isEmpty() ? null : new Share(part, in.readInt(), in.readLong()));
    }

    public static void writeAmounts(DataOutputStream out, Amounts amounts) throws IOException {
        out.writeByte(amounts.size());
        for (int i = 0; i < amounts.size(); i++) {
            out.writeUTF(amounts.name(i));
            out.writeLong(amounts.number(i));
        }
    }

    public static Amounts readAmounts(DataInputStream in) throws IOException {
        Map<String, Long> byName = new HashMap<>();
        for (int left = in.readByte(); left > 0; left--) {
            byName.put(in.readUTF(), in.readLong());
        }
        return Amounts.of(byName);
    }

    public static void writeHeldLicences(DataOutputStream out, HeldLicences held) throws IOException {
        out.writeInt(held.holds().size());
        for (LicenceHold each : held.holds()) {
            out.writeUTF(each.licence());
            out.writeLong(each.number());
            writeWindow(out, each.window());
        }
    }

    public static HeldLicences readHeldLicences(DataInputStream in) throws IOException {
        List<LicenceHold> holds = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            holds.add(new LicenceHold(in.readUTF(), in.readLong(), readWindow(in)));
        }
        return new HeldLicences(holds);
    }

    static void writeDevices(DataOutputStream out, Devices devices) throws IOException {
        out.writeInt(devices.servers());
        for (int i = 0; i < devices.servers(); i++) {
            out.writeLong(devices.bits(i));
        }
    }

    static Devices readDevices(DataInputStream in) throws IOException {
        long[] bits = new long[in.readInt()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = in.readLong();
        }
        return Devices.of(bits);
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
        String project = terms.project();
        if (project != null) {
            out.writeByte(PROJECT_FOLLOWS);
            out.writeUTF(project);
        }
        Prefer prefer = terms.prefer();
        if (prefer != null) {
            out.writeByte(PREFERENCE_FOLLOWS);
            out.writeByte(PREFERENCES.indexOf(prefer));
        }
        int percent = fixAfter == null ? NOT_GIVEN : fixAfter;
        Long notice = terms.notice();
        if (notice == null) {
            out.writeByte(percent);
        } else {
            out.writeByte(NOTICE_FOLLOWS - percent);
            out.writeLong(notice);
        }
    }

    private static Terms readTerms(DataInputStream in) throws IOException {
        long budget = in.readLong();
        int percent = in.readByte();
        String project = null;
        if (percent == PROJECT_FOLLOWS) {
            project = in.readUTF();
            percent = in.readByte();
        }
        Prefer prefer = null;
        if (percent == PREFERENCE_FOLLOWS) {
            prefer = PREFERENCES.get(in.readByte());
            percent = in.readByte();
        }
        Long notice = null;
        if (percent < NOT_GIVEN) {
            percent = NOTICE_FOLLOWS - percent;
            notice = in.readLong();
        }
        return budget < 0 && percent < 0 && notice == null && project == null && prefer == null
                ? Terms.NONE
                : new Terms(
                        budget < 0 ? null : new Money(budget), percent < 0 ? null : percent, notice, project, prefer);
    }

    static void writeWindow(DataOutputStream out, Window window) throws IOException {
        out.writeLong(window.start());
        out.writeLong(window.end());
    }

    static Window readWindow(DataInputStream in) throws IOException {
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
        return readAttributes(in.readInt(), in);
    }

    private static Map<String, String> readAttributes(int count, DataInputStream in) throws IOException {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int left = count; left > 0; left--) {
            attributes.put(in.readUTF(), in.readUTF());
        }
        return attributes;
    }
}
