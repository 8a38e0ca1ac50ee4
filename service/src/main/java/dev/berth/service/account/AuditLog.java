package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who changed what when. The newest are at hand; the journal holds all of them. */
public final class AuditLog implements FactKeeper {
    public static final String KIND = "audit";

    private static final int KEPT = 100_000;

    private final ArrayDeque<Line> lines = new ArrayDeque<>();
    private long last;

    /** What was done, as a fact; who and when comes with it. */
    public record Deed(String what, String subject, String detail) {}

    /** A deed with who and when, numbered upwards from 1. */
    public record Line(long number, long time, String actor, Deed deed) {}

    record All(long last, List<Line> lines) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        lines.addLast(new Line(++last, time, actor, Codec.read(Deed.class, body)));
        Line dropped = lines.size() > KEPT ? lines.removeFirst() : null;
        return () -> {
            lines.removeLast();
            last--;
            if (dropped != null) {
                lines.addFirst(dropped);
            }
        };
    }

    /** The newest first, only those with lower numbers and, unless null, of one actor. */
    public List<Line> before(long number, @Nullable String actor, int most) {
        List<Line> found = new ArrayList<>();
        Iterator<Line> newest = lines.descendingIterator();
        while (newest.hasNext() && found.size() < most) {
            Line line = newest.next();
            if (line.number() < number && (actor == null || actor.equals(line.actor()))) {
                found.add(line);
            }
        }
        return found;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(last, List.copyOf(lines));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        All all = Codec.read(All.class, snapshot);
        lines.clear();
        lines.addAll(all.lines());
        last = all.last();
    }
}
