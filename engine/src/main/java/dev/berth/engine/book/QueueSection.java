package dev.berth.engine.book;

import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.ReservationId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The part of a {@link Snapshot} that holds the rounds and what is queued for the end of one. */
final class QueueSection {
    private static final int DISCARD = 0;

    private QueueSection() {}

    static void write(DataOutputStream out, State state) throws IOException {
        writeRounds(out, state.queue.rounds());
        out.writeInt(state.queue.waiting().size());
        for (Queued queued : state.queue.waiting()) {
            out.writeLong(queued.id().number());
            Snapshot.writeJob(out, queued.job());
            out.writeInt(queued.priority().level());
            out.writeLong(queued.since());
            out.writeInt(queued.deferrals());
        }
        out.writeInt(state.queue.declined().size());
        for (Declined declined : state.queue.declined()) {
            out.writeLong(declined.id().number());
            out.writeUTF(declined.job().name());
            out.writeUTF(declined.user());
            out.writeLong(declined.at());
            out.writeUTF(declined.code());
            // A reason may name thousands of pools: more than writeUTF takes.
            byte[] reason = declined.reason().getBytes(StandardCharsets.UTF_8);
            out.writeInt(reason.length);
            out.write(reason);
        }
    }

    static void read(DataInputStream in, State state) throws IOException {
        state.queue.set(in.readBoolean() ? readRounds(in) : null);
        for (int left = in.readInt(); left > 0; left--) {
            ReservationId id = new ReservationId(in.readLong());
            state.queue.add(
                    new Queued(id, Snapshot.readJob(in), new Priority(in.readInt()), in.readLong(), in.readInt()));
        }
        for (int left = in.readInt(); left > 0; left--) {
            state.queue.remember(new Declined(
                    new ReservationId(in.readLong()),
                    new JobId(in.readUTF()),
                    in.readUTF(),
                    in.readLong(),
                    in.readUTF(),
                    new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)));
        }
    }

    private static void writeRounds(DataOutputStream out, @Nullable Rounds rounds) throws IOException {
        out.writeBoolean(rounds != null);
        if (rounds != null) {
            out.writeLong(rounds.length());
            out.writeInt(rounds.rules().significantDifference());
            out.writeInt(rounds.rules().most());
            out.writeUTF(rounds.rules().sorting().toString());
            out.writeInt(rounds.rules().excess() instanceof Excess.Defer defer ? defer.patience() : DISCARD);
        }
    }

    private static Rounds readRounds(DataInputStream in) throws IOException {
        long length = in.readLong();
        int significantDifference = in.readInt();
        int most = in.readInt();
        Sorting sorting = Sorting.of(in.readUTF());
        int patience = in.readInt();
        Excess excess = patience == DISCARD ? new Excess.Discard() : new Excess.Defer(patience);
        return new Rounds(length, new Rules(significantDifference, most, sorting, excess));
    }
}
