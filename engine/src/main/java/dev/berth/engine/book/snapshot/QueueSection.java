package dev.berth.engine.book.snapshot;

import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.RequestQueue;
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

/** The rounds, and what is queued for the end of one. */
public final class QueueSection {
    private static final int DISCARD = 0;

    private QueueSection() {}

    public static void write(DataOutputStream out, RequestQueue queue) throws IOException {
        writeRounds(out, queue.rounds());
        out.writeInt(queue.waiting().size());
        for (Queued queued : queue.waiting()) {
            out.writeLong(queued.id().number());
            ModelBytes.writeJob(out, queued.job());
            out.writeInt(queued.priority().level());
            out.writeLong(queued.since());
            out.writeInt(queued.deferrals());
        }
        out.writeInt(queue.declined().size());
        for (Declined declined : queue.declined()) {
            out.writeLong(declined.id().number());
            out.writeUTF(declined.job().name());
            out.writeUTF(declined.user());
            out.writeLong(declined.at());
            writeReason(out, declined.reason());
        }
    }

    private static void writeReason(DataOutputStream out, Declined.Reason reason) throws IOException {
        switch (reason) {
            case Declined.Reason.Decided decided -> {
                out.writeBoolean(true);
                RefusalBytes.write(out, decided.refusal());
            }
            case Declined.Reason.Told told -> {
                out.writeBoolean(false);
                out.writeUTF(told.code());
                byte[] sentence = told.sentence().getBytes(StandardCharsets.UTF_8);
                out.writeInt(sentence.length);
                out.write(sentence);
            }
        }
    }

    /**
     * Reads the section into a queue.
     *
     * @param isTyped whether the snapshot has the numbers of refusals; otherwise only their sentences
     */
    public static void read(DataInputStream in, RequestQueue queue, boolean isTyped) throws IOException {
        queue.set(in.readBoolean() ? readRounds(in) : null);
        for (int left = in.readInt(); left > 0; left--) {
            ReservationId id = new ReservationId(in.readLong());
            queue.add(new Queued(id, ModelBytes.readJob(in), new Priority(in.readInt()), in.readLong(), in.readInt()));
        }
        for (int left = in.readInt(); left > 0; left--) {
            queue.remember(new Declined(
                    new ReservationId(in.readLong()),
                    new JobId(in.readUTF()),
                    in.readUTF(),
                    in.readLong(),
                    isTyped && in.readBoolean() ? new Declined.Reason.Decided(RefusalBytes.read(in)) : readTold(in)));
        }
    }

    private static Declined.Reason readTold(DataInputStream in) throws IOException {
        return new Declined.Reason.Told(in.readUTF(), new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
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
