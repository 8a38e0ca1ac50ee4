package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.Actor;
import dev.berth.site.FactKeeper;
import dev.berth.site.Latest;
import dev.berth.site.Memory;
import dev.berth.site.Pieces;
import dev.berth.site.Transaction;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Audit log: who changed what, and when. Only the newest lines are kept in memory; when that is full, the user with the most
 * lines loses the oldest. The journal and its archive hold all lines.
 */
public final class AuditLog implements FactKeeper<AuditLog.Deed> {
    public static final String KIND = "audit";

    /** Memory for the lines in bytes, approximately. */
    private static final long BYTES = Memory.atMost(16 << 20, 32);

    private static final int LINE = 200;

    private final Latest<Line> lines = new Latest<>(BYTES);
    private long last;

    /** Audited action, as a fact; its actor and time are recorded with it. */
    public record Deed(String what, String subject, String detail) {}

    /** A deed with who and when, numbered upwards from 1. */
    public record Line(long number, long time, String actor, Deed deed) {
        /** Name of the actor; the site itself if the passing of time caused the action. */
        public String who() {
            return actor.isEmpty() ? Actor.SITE : actor;
        }
    }

    record All(long last, List<Line> lines) {}

    /** Records what a transaction does. */
    public static void add(Transaction transaction, String what, String subject, String detail) {
        transaction.record(KIND, new Deed(what, subject, detail));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Deed> type() {
        return Deed.class;
    }

    @Override
    public Undo apply(Deed fact, long time, String actor) {
        Undo added = add(new Line(last + 1, time, actor, fact));
        last++;
        return () -> {
            added.undo();
            last--;
        };
    }

    private Undo add(Line line) {
        Deed deed = line.deed();
        long weight = (long) LINE
                + line.actor().length()
                + deed.what().length()
                + deed.subject().length()
                + deed.detail().length();
        return lines.add(line.number(), line.actor(), weight, line);
    }

    /** The newest first, only those with lower numbers and, unless null, of one actor. */
    public List<Line> before(long number, @Nullable String actor, int most) {
        return lines.before(number)
                .filter(line -> actor == null || actor.equals(line.who()))
                .limit(most)
                .toList();
    }

    @Override
    public Stream<byte[]> capture() {
        long number = last;
        return Pieces.of(lines.all().toList(), 500, some -> Codec.write(All.class, new All(number, some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        lines.clear();
        last = 0;
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            all.lines().forEach(this::add);
            last = all.last();
        });
    }
}
