package dev.berth.workflow.read;

import dev.berth.workflow.read.WorkflowDraft.Drafted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part {@code workflow} of WfCommons' WfFormat. Version 1.4 has all of a task in one place; since 1.5 the
 * specification tells the tasks and their files, and the execution tells the run times. Version 1.4 calls tasks by their
 * names where it means their ids.
 */
final class WfFormat {
    private static final Pattern NUMBERED = Pattern.compile("[_-]?ID\\d+$");

    private final WorkflowDraft draft;
    private final JsonCursor json;

    WfFormat(WorkflowDraft draft, JsonCursor json) {
        this.draft = draft;
        this.json = json;
    }

    void workflow() throws IOException {
        json.object("workflow", field -> {
            switch (field) {
                case "specification" -> json.object(field, this::specified);
                case "execution" -> json.object(field, this::executed);
                case "tasks" -> json.list(field, this::task);
                default -> json.skip();
            }
        });
    }

    private void specified(String field) throws IOException {
        switch (field) {
            case "tasks" -> json.list(field, this::task);
            case "files" -> json.list(field, this::file);
            default -> json.skip();
        }
    }

    private void executed(String field) throws IOException {
        if (field.equals("tasks")) {
            json.list(field, this::run);
        } else {
            json.skip();
        }
    }

    /** Fields of one task, collected until its id is known, because they come in any order. */
    private static final class Told {
        @Nullable
        String id;

        @Nullable
        String name;

        @Nullable
        String category;

        long work = WorkflowDraft.UNKNOWN;
        final List<String> command = new ArrayList<>();
        final List<Linked> links = new ArrayList<>();
        final List<Named> parents = new ArrayList<>();
        final List<Named> children = new ArrayList<>();
    }

    private record Linked(String file, boolean isInput, long size, long place) {}

    private record Named(String name, long place) {}

    private void task() throws IOException {
        long place = json.place();
        Told told = new Told();
        json.object("a task", field -> {
            switch (field) {
                case "id" -> told.id = json.text("id of a task");
                case "name" -> told.name = json.text("name of a task");
                case "category" -> told.category = json.text("category of a task");
                case "runtimeInSeconds" -> told.work = json.quantity(field, Quantity.MILLISECONDS);
                case "command" -> command(told.command);
                case "parents" -> names(field, told.parents);
                case "children" -> names(field, told.children);
                case "inputFiles" -> links(field, true, told.links);
                case "outputFiles" -> links(field, false, told.links);
                case "files" -> json.list(field, () -> told.links.add(linked()));
                default -> json.skip();
            }
        });
        String id = told.id == null ? told.name : told.id;
        if (id == null) {
            throw WorkflowDraft.bad(place, "a task has neither id nor name; give it an id");
        }
        Drafted task = draft.task(id, place);
        if (told.name != null && !told.name.equals(id)) {
            draft.alias(told.name, task);
        }
        task.kind = kind(told, id);
        task.work = told.work;
        draft.command(id, told.command, place);
        told.parents.forEach(parent -> draft.dependency(parent.name, id, 0, parent.place));
        told.children.forEach(child -> draft.dependency(id, child.name, 0, child.place));
        told.links.forEach(link -> link(task, link));
    }

    private static String kind(Told told, String id) {
        if (told.category != null) {
            return told.category;
        }
        return NUMBERED.matcher(told.name == null ? id : told.name).replaceFirst("");
    }

    private void names(String field, List<Named> names) throws IOException {
        json.list(field, () -> names.add(new Named(json.text("an item of " + field), json.place())));
    }

    private void links(String field, boolean isInput, List<Linked> links) throws IOException {
        json.list(
                field,
                () -> links.add(
                        new Linked(json.text("an item of " + field), isInput, WorkflowDraft.UNKNOWN, json.place())));
    }

    /** A file as version 1.4 describes it at each of its users. */
    private Linked linked() throws IOException {
        long place = json.place();
        var told = new Object() {
            @Nullable
            String name;

            String path = "";
            boolean isInput;
            long size = WorkflowDraft.UNKNOWN;
        };
        json.object("a file", field -> {
            switch (field) {
                case "name" -> told.name = json.text("name of a file");
                case "path" -> told.path = json.text("path of a file");
                case "link" -> told.isInput = json.text("link of a file").equalsIgnoreCase("input");
                case "sizeInBytes" -> told.size = json.quantity(field, Quantity.BYTES);
                default -> json.skip();
            }
        });
        if (told.name == null) {
            throw WorkflowDraft.bad(place, "a file has no name; give it one");
        }
        return new Linked(told.path + told.name, told.isInput, told.size, place);
    }

    private void link(Drafted task, Linked link) {
        int file = draft.file(link.file, link.place);
        if (link.size != WorkflowDraft.UNKNOWN) {
            if (link.isInput) {
                draft.size(file, link.size, false);
            } else {
                draft.size(task, file, link.size);
            }
        }
        if (link.isInput) {
            draft.reads(task, file, link.place);
        } else {
            draft.writes(task, file, link.place);
        }
    }

    private void file() throws IOException {
        long place = json.place();
        var told = new Object() {
            @Nullable
            String id;

            long size = WorkflowDraft.UNKNOWN;
        };
        json.object("a file", field -> {
            switch (field) {
                case "id" -> told.id = json.text("id of a file");
                case "sizeInBytes" -> told.size = json.quantity(field, Quantity.BYTES);
                default -> json.skip();
            }
        });
        if (told.id == null) {
            throw WorkflowDraft.bad(place, "a file has no id; give it one");
        }
        if (told.size != WorkflowDraft.UNKNOWN) {
            draft.size(draft.file(told.id, place), told.size, true);
        }
    }

    private void run() throws IOException {
        long place = json.place();
        var told = new Object() {
            @Nullable
            String id;

            long work = WorkflowDraft.UNKNOWN;
            final List<String> command = new ArrayList<>();
        };
        json.object("a task", field -> {
            switch (field) {
                case "id" -> told.id = json.text("id of a task");
                case "runtimeInSeconds" -> told.work = json.quantity(field, Quantity.MILLISECONDS);
                case "command" -> command(told.command);
                default -> json.skip();
            }
        });
        if (told.id == null) {
            throw WorkflowDraft.bad(place, "a task of the execution has no id; give it that of the specification");
        }
        if (told.work != WorkflowDraft.UNKNOWN) {
            draft.runTime(told.id, told.work, place);
        }
        draft.command(told.id, told.command, place);
    }

    /** A program and its arguments; whatever else stands there is not for us. */
    private void command(List<String> words) throws IOException {
        if (!json.isObject()) {
            json.skip();
            return;
        }
        List<String> arguments = new ArrayList<>();
        json.object("command of a task", field -> {
            switch (field) {
                case "program" -> words.add(json.text("program of a command"));
                case "arguments" -> json.list(field, () -> arguments.add(json.anyText("an argument of a command")));
                default -> json.skip();
            }
        });
        if (!words.isEmpty()) {
            words.addAll(arguments);
        }
    }
}
