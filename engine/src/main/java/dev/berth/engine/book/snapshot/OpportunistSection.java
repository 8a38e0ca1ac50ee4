package dev.berth.engine.book.snapshot;

import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Opportunists;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.opportunistic.Turn;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/** A book's opportunistic jobs: the next number, those queued, and those that run. */
public final class OpportunistSection {
    private OpportunistSection() {}

    public static void write(DataOutputStream out, Opportunists opportunists) throws IOException {
        out.writeLong(opportunists.nextNumber());
        out.writeInt(opportunists.queued().size());
        for (Opportunist opportunist : opportunists.queued()) {
            write(out, opportunist);
        }
        out.writeInt(opportunists.running().size());
        for (Stint stint : opportunists.running()) {
            write(out, stint.opportunist());
            out.writeUTF(stint.pool().name());
            out.writeInt(stint.rate().millionths());
            for (int i = 0; i < stint.servers().size(); i++) {
                out.writeInt(stint.servers().get(i));
            }
            out.writeLong(stint.start());
        }
    }

    /**
     * Reads them into a book that has none.
     *
     * @param among whether it says of each on which servers it may run; all older ones may run anywhere in their pool
     */
    public static void read(DataInputStream in, Opportunists opportunists, boolean among) throws IOException {
        opportunists.countFrom(in.readLong());
        for (int left = in.readInt(); left > 0; left--) {
            opportunists.apply(new Turn.Queued(readOpportunist(in, among)));
        }
        for (int left = in.readInt(); left > 0; left--) {
            Opportunist opportunist = readOpportunist(in, among);
            opportunists.apply(new Turn.Queued(opportunist));
            opportunists.apply(readBegan(in, opportunist));
        }
    }

    private static Turn readBegan(DataInputStream in, Opportunist opportunist) throws IOException {
        PoolId pool = new PoolId(in.readUTF());
        Rate rate = new Rate(in.readInt());
        int[] servers = new int[opportunist.servers()];
        for (int i = 0; i < servers.length; i++) {
            servers[i] = in.readInt();
        }
        return new Turn.Began(opportunist.id(), pool, rate, ServerSet.of(servers), in.readLong());
    }

    private static void write(DataOutputStream out, Opportunist opportunist) throws IOException {
        out.writeLong(opportunist.id().number());
        out.writeUTF(opportunist.job().name());
        out.writeUTF(opportunist.user());
        out.writeInt(opportunist.servers());
        out.writeLong(opportunist.left().amount());
        ModelBytes.writeRequirements(out, opportunist.requirements());
        ServerSet among = opportunist.among().orElse(ServerSet.EMPTY);
        out.writeBoolean(opportunist.among().isPresent());
        out.writeInt(among.size());
        for (int i = 0; i < among.size(); i++) {
            out.writeInt(among.get(i));
        }
    }

    private static Opportunist readOpportunist(DataInputStream in, boolean among) throws IOException {
        OpportunistId id = new OpportunistId(in.readLong());
        JobId job = new JobId(in.readUTF());
        String user = in.readUTF();
        int servers = in.readInt();
        Work left = new Work(in.readLong());
        Requirements requirements = ModelBytes.readRequirements(in);
        return new Opportunist(id, job, user, servers, left, requirements, among ? readAmong(in) : Optional.empty());
    }

    private static Optional<ServerSet> readAmong(DataInputStream in) throws IOException {
        boolean isPresent = in.readBoolean();
        int[] servers = new int[in.readInt()];
        for (int i = 0; i < servers.length; i++) {
            servers[i] = in.readInt();
        }
        return isPresent ? Optional.of(ServerSet.of(servers)) : Optional.empty();
    }
}
