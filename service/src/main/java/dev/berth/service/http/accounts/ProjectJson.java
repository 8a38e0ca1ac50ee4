package dev.berth.service.http.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.http.Call;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import java.util.List;
import java.util.function.Function;

/** Projects. */
final class ProjectJson {
    private ProjectJson() {}

    /** What the body says of a project but its name and members. */
    private static Function<Project, Project> terms(Fields fields) {
        String title = fields.text("title", 200);
        boolean isOpen = !fields.has("active") || fields.flag("active");
        return project -> new Project(
                project.name(),
                title == null ? "" : title,
                isOpen,
                project.members(),
                project.quota(),
                project.pools(),
                project.budget());
    }

    static Function<String, Project> read(Fields fields) {
        Function<Project, Project> terms = terms(fields);
        List<String> members = fields.has("members") ? fields.names("members", 1_000) : List.of();
        return name -> members.stream().reduce(terms.apply(Project.named(name)), Project::with, (one, other) -> other);
    }

    /** What a merge patch leaves of a project: what it does not name stays. */
    static Project patched(Project project, Call call) {
        Fields fields = call.patched(terms(Json.object(), project).put("active", project.open()));
        Function<Project, Project> terms = terms(fields);
        fields.closed().check();
        return terms.apply(project);
    }

    static ObjectNode json(View view, Project project) {
        ObjectNode node = terms(Json.object().put("name", project.name()), project);
        ArrayNode members = node.putArray("members");
        Memberships.members(view, project).forEach(members::add);
        return project.open() ? node : node.put("active", false);
    }

    /** What a body can say of a project, in the same form. */
    private static ObjectNode terms(ObjectNode node, Project project) {
        if (!project.title().isEmpty()) {
            node.put("title", project.title());
        }
        return node;
    }
}
