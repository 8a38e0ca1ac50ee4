package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.codec.Codec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A keeper that remembers all it is told. */
final class Notes implements FactKeeper<Notes.Note> {
    record Note(String text) {}

    record All(List<String> texts) {}

    final List<String> texts = new ArrayList<>();

    @Override
    public String kind() {
        return "note";
    }

    @Override
    public Class<Note> type() {
        return Note.class;
    }

    @Override
    public Undo apply(Note fact, long time, String actor) {
        texts.add(fact.text() + " by " + actor + " at " + time);
        return texts::removeLast;
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(List.copyOf(texts), 3, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        texts.clear();
        pieces.forEachRemaining(
                piece -> texts.addAll(Codec.read(All.class, piece).texts()));
    }
}
