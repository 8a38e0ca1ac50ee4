package dev.berth.workflow.read;

import dev.berth.workflow.read.WorkflowDraft.Drafted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of Berth's own format:
 *
 * <pre>{@code
 * {"name": "forecast", "tasks": [
 *     {"id": "fetch", "kind": "download", "seconds": 90, "command": "curl -O https://example.org/today.nc"},
 *     {"id": "model", "seconds": {"big": 600, "small": 2400}, "after": [{"task": "fetch", "bytes": 2000000000}]},
 *     {"id": "plot", "seconds": 30, "after": ["model"], "command": ["plot", "--out", "map.png"]}]}
 * }</pre>
 *
 * <p>A command that is a text is one for the shell; a list is a program and its arguments.
 *
 * <p>Strict, for people write it: a field that is not known is refused.
 */
final class NativeTasks {
    private final WorkflowDraft draft;
    private final JsonCursor json;

    NativeTasks(WorkflowDraft draft, JsonCursor json) {
        this.draft = draft;
        this.json = json;
    }

    void tasks() throws IOException {
        json.list("tasks", this::task);
    }

    private record Awaited(String task, long bytes, long place) {}

    private void task() throws IOException {
        long place = json.place();
        List<Awaited> waits = new ArrayList<>();
        Map<String, Long> times = new LinkedHashMap<>();
        var told = new Object() {
            @Nullable
            String id;

            String kind = "";
            long work = WorkflowDraft.UNKNOWN;
            List<String> command = List.of();
        };
        json.object("a task", field -> {
            switch (field) {
                case "id" -> told.id = json.text("id of a task");
                case "kind" -> told.kind = json.text("kind of a task");
                case "seconds" -> {
                    if (json.isObject()) {
                        json.object(
                                field,
                                machine -> times.put(
                                        machine, json.quantity("seconds on " + machine, Quantity.MILLISECONDS)));
                    } else {
                        told.work = json.quantity(field, Quantity.MILLISECONDS);
                    }
                }
                case "command" -> told.command = command();
                case "after" -> json.list(field, () -> waits.add(awaited()));
                default ->
                    throw WorkflowDraft.bad(
                            json.place(),
                            "a task has no field \"%s\"; it has id, kind, seconds, after and command".formatted(field));
            }
        });
        if (told.id == null) {
            throw WorkflowDraft.bad(place, "a task has no id; give it one");
        }
        String id = told.id;
        Drafted task = draft.task(id, place);
        task.kind = told.kind;
        task.work = told.work;
        if (!times.isEmpty()) {
            task.times = times;
            task.work = (long) Math.ceil(
                    times.values().stream().mapToLong(time -> time).average().orElse(0));
        }
        draft.command(id, told.command, place);
        waits.forEach(wait -> draft.dependency(wait.task, id, wait.bytes, wait.place));
    }

    private List<String> command() throws IOException {
        if (json.isText()) {
            return List.of("sh", "-c", json.text("command of a task"));
        }
        List<String> words = new ArrayList<>();
        json.list("command of a task", () -> words.add(json.anyText("a word of a command")));
        return words;
    }

    private Awaited awaited() throws IOException {
        long place = json.place();
        if (json.isText()) {
            return new Awaited(json.text("an item of after"), 0, place);
        }
        var told = new Object() {
            @Nullable
            String task;

            long bytes;
        };
        json.object("an item of after", field -> {
            switch (field) {
                case "task" -> told.task = json.text("task of after");
                case "bytes" -> told.bytes = json.quantity(field, Quantity.BYTES);
                default ->
                    throw WorkflowDraft.bad(
                            json.place(),
                            "an item of after has no field \"%s\"; it has task and bytes".formatted(field));
            }
        });
        if (told.task == null) {
            throw WorkflowDraft.bad(place, "an item of after has no task; name the one to wait for");
        }
        return new Awaited(told.task, told.bytes, place);
    }
}
