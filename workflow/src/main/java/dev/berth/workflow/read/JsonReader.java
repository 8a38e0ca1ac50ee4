package dev.berth.workflow.read;

import dev.berth.workflow.model.BadWorkflow;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells the two JSON formats apart: WfFormat has a field {@code workflow}, Berth's own has {@code tasks}. */
final class JsonReader {
    private static final Set<String> VERSIONS = Set.of("1.4", "1.5", "1.6");

    private final WorkflowDraft draft;
    private final JsonCursor json;
    private ReadWorkflow.@Nullable Format format;

    private JsonReader(WorkflowDraft draft, JsonCursor json) {
        this.draft = draft;
        this.json = json;
    }

    static ReadWorkflow read(InputStream in, FileLimits limits) throws IOException {
        try (JsonCursor json = JsonCursor.of(in)) {
            WorkflowDraft draft = new WorkflowDraft(limits);
            ReadWorkflow.Format format = new JsonReader(draft, json).document();
            return new WorkflowBuilder(draft).read(format);
        }
    }

    private ReadWorkflow.Format document() throws IOException {
        json.object("the file", this::field);
        json.end();
        if (format == null) {
            throw new BadWorkflow(
                    "file", "it has neither \"workflow\", as WfFormat has, nor \"tasks\", as Berth's own format has");
        }
        return format;
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "name" -> draft.name = json.text("name");
            case "schemaVersion" -> version();
            case "workflow" -> {
                format = ReadWorkflow.Format.WFFORMAT;
                new WfFormat(draft, json).workflow();
            }
            case "tasks" -> {
                format = ReadWorkflow.Format.NATIVE;
                new NativeTasks(draft, json).tasks();
            }
            default -> json.skip();
        }
    }

    private void version() throws IOException {
        if (!VERSIONS.contains(json.text("schemaVersion"))) {
            throw json.notA("schemaVersion", "1.4, 1.5 or 1.6; the WfCommons tools bring older files up to date");
        }
    }
}
