package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/** Doubt about the clock of a site, journaled so that it is known when the site is opened again. */
final class ClockDoubt implements FactKeeper<ClockDoubt.Note> {
    static final String KIND = "clock";

    private Optional<TrustedClock.Doubt> current = Optional.empty();

    /** Fact that time was stopped, or, if empty, that it passes again. */
    record Note(Optional<TrustedClock.Doubt> doubt) {}

    Optional<TrustedClock.Doubt> current() {
        return current;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Note> type() {
        return Note.class;
    }

    @Override
    public Undo apply(Note fact, long time, String actor) {
        Optional<TrustedClock.Doubt> before = current;
        current = fact.doubt();
        return () -> current = before;
    }

    @Override
    public Stream<byte[]> capture() {
        return Stream.of(new Note(current)).map(note -> Codec.write(Note.class, note));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        current = Codec.read(Note.class, pieces.next()).doubt();
    }
}
