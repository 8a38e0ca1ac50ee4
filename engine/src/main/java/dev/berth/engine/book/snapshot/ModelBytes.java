package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Reservation.State;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    private ModelBytes() {}

    public static void writeReservation(DataOutputStream out, Reservation reservation) throws IOException {
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

    public static Reservation readReservation(DataInputStream in) throws IOException {
        ReservationId id = new ReservationId(in.readLong());
        Job job = readJob(in);
        PoolId pool = new PoolId(in.readUTF());
        int count = in.readInt();
        Window window = readWindow(in);
        State state = STATES.get(in.readByte());
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
        String project = terms.project();
        if (project != null) {
            out.writeByte(PROJECT_FOLLOWS);
            out.writeUTF(project);
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
        Long notice = null;
        if (percent < NOT_GIVEN) {
            percent = NOTICE_FOLLOWS - percent;
            notice = in.readLong();
        }
        return budget < 0 && percent < 0 && notice == null && project == null
                ? Terms.NONE
                : new Terms(budget < 0 ? null : new Money(budget), percent < 0 ? null : percent, notice, project);
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
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            attributes.put(in.readUTF(), in.readUTF());
        }
        return attributes;
    }
}
