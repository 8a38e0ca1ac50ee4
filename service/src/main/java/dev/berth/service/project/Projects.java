package dev.berth.service.project;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Pieces;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The projects that were added, by name; {@link Memberships} also knows those that accounts only name. */
public final class Projects implements FactKeeper<Project> {
    public static final String KIND = "project";

    private final TreeMap<String, Project> byName = new TreeMap<>();

    record All(List<Project> projects) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Project> type() {
        return Project.class;
    }

    @Override
    public Undo apply(Project project, long time, String actor) {
        Project before = byName.put(project.name(), project);
        return () -> {
            if (before == null) {
                byName.remove(project.name());
            } else {
                byName.put(before.name(), before);
            }
        };
    }

    Optional<Project> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    List<Project> all() {
        return List.copyOf(byName.values());
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(all(), 100, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byName.clear();
        pieces.forEachRemaining(piece ->
                Codec.read(All.class, piece).projects().forEach(project -> byName.put(project.name(), project)));
    }
}
