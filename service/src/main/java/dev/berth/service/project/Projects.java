package dev.berth.service.project;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The projects that were added, by name; {@link Memberships} also knows those that accounts only name. */
public final class Projects implements FactKeeper<Project> {
    public static final String KIND = "project";

    private final KeyedFacts<Project> projects = new KeyedFacts<>(Project::name);

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
        return projects.put(project);
    }

    Optional<Project> get(String name) {
        return projects.get(name);
    }

    List<Project> all() {
        return projects.all();
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(all(), 100, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        projects.clear();
        pieces.forEachRemaining(
                piece -> projects.restore(Codec.read(All.class, piece).projects()));
    }
}
