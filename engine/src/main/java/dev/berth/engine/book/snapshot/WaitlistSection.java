package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.waitlist.Freed;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.Waitlist;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The waiting list of a book: the next number, its entries, and what has come free and was not offered to all of them. */
public final class WaitlistSection {
    private WaitlistSection() {}

    public static void write(DataOutputStream out, Waitlist waitlist) throws IOException {
        out.writeLong(waitlist.nextNumber());
        out.writeInt(waitlist.waiting().size());
        for (Waiter waiter : waitlist.waiting()) {
            out.writeLong(waiter.id().number());
            ModelBytes.writeJob(out, waiter.job());
            out.writeLong(waiter.until());
            out.writeLong(waiter.hold());
            out.writeLong(waiter.since());
        }
        Freed freed = waitlist.freed();
        out.writeLong(freed.after());
        out.writeInt(freed.windows().size());
        for (Map.Entry<PoolId, Window> window : freed.windows().entrySet()) {
            out.writeUTF(window.getKey().name());
            ModelBytes.writeWindow(out, window.getValue());
        }
    }

    /** Reads the section into a list that is empty. */
    public static void read(DataInputStream in, Waitlist waitlist) throws IOException {
        long next = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            WaiterId id = new WaiterId(in.readLong());
            Job job = ModelBytes.readJob(in);
            waitlist.apply(new WaitlistTurn.Joined(new Waiter(id, job, in.readLong(), in.readLong(), in.readLong())));
        }
        waitlist.countFrom(next);
        long after = in.readLong();
        Map<PoolId, Window> windows = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            windows.put(new PoolId(in.readUTF()), ModelBytes.readWindow(in));
        }
        waitlist.freed(new Freed(windows, after));
    }
}
