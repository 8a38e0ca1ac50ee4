package dev.berth.service.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A keeper that remembers all it is told. */
final class Notes implements FactKeeper {
    record Note(String text) {}

    record All(List<String> texts) {}

    final List<String> texts = new ArrayList<>();

    @Override
    public String kind() {
        return "note";
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        texts.add(Codec.read(Note.class, body).text() + " by " + actor + " at " + time);
        return texts::removeLast;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(List.copyOf(texts));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        texts.clear();
        texts.addAll(Codec.read(All.class, snapshot).texts());
    }
}
