package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.Overloaded;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.workflow.TookTooLong;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.Uploads;
import dev.berth.service.workflow.Workshop;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.read.Limits;
import dev.berth.workflow.read.Read;
import dev.berth.workflow.read.WorkflowFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** {@code /workflows}: workflows that were sent to be planned. */
final class WorkflowsResource {
    static final String UPLOADS = "/workflows";
    /** As the description of the API has them. */
    static final List<String> TYPES =
            List.of(Answer.JSON, "application/xml", "application/gzip", "application/octet-stream");

    static final int MOST_BYTES = 8 << 20;

    /** What one request may take of the time of all others. */
    private static final Duration BUDGET = Duration.ofMinutes(1);

    private static final Limits LIMITS = new Limits(64L << 20, 20_000, 200_000);
    private static final int MOST_TIMES = 200_000;
    private static final int LONGEST_ID = 150;

    private final Uploads uploads;
    private final Workshop workshop;

    WorkflowsResource(Uploads uploads, Workshop workshop) {
        this.uploads = uploads;
        this.workshop = workshop;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", UPLOADS, Role.USER, this::upload),
                new Endpoint("GET", UPLOADS, Role.USER, this::list),
                new Endpoint("GET", "/workflows/{workflow}", Role.USER, this::get),
                new Endpoint("DELETE", "/workflows/{workflow}", Role.USER, this::remove));
    }

    private Answer upload(Call call) {
        byte[] file = call.content().get();
        Upload upload = working(workshop, call, () -> {
            Read read = read(file);
            return uploads.add(call.account().name(), read, Profile.of(read.workflow()));
        });
        return Answer.json(201, WorkflowJson.summary(upload)).with("Location", "/api/v1/workflows/" + upload.id());
    }

    /** Work that takes a while, apart from all other requests, and only as long as whoever asked for it waits. */
    static <T> T working(Workshop workshop, Call call, Supplier<T> work) {
        try {
            return workshop.work(call.account().name(), BUDGET, call.gone(), work);
        } catch (TookTooLong e) {
            throw Problem.of(
                            Code.TOO_LONG,
                            "This took more than %d s and was stopped. Use fewer tasks, dependencies or pools, or another scheduler or spare-time policy"
                                    .formatted(e.budget().toSeconds()))
                    .thrown();
        } catch (Cancelled e) {
            throw Problem.of(Code.CANCELLED, "The connection was closed before the answer; nothing was done")
                    .thrown();
        } catch (Overloaded e) {
            throw Problem.of(Code.OVERLOADED, "too many workflows wait to be planned; try again later")
                    .thrown();
        } catch (BadWorkflow e) {
            throw Problem.of(Code.INVALID_WORKFLOW, e.place() + ": " + e.problem())
                    .thrown();
        }
    }

    private static Read read(byte[] file) {
        if (file.length == 0) {
            throw new BadWorkflow("body", "it is empty; send a workflow in WfFormat, DAX or Berth's own JSON");
        }
        Read read;
        try {
            read = WorkflowFiles.read(new ByteArrayInputStream(file), LIMITS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long times = read.times().values().stream().mapToLong(Map::size).sum();
        if (times > MOST_TIMES) {
            throw new BadWorkflow(
                    "tasks", "they tell " + times + " times in pools, but at most " + MOST_TIMES + " are taken");
        }
        for (Task task : read.workflow().tasks()) {
            checkText("id of task " + shortened(task.id()), task.id());
            if (!task.kind().isEmpty()) {
                checkText("kind of task " + shortened(task.id()), task.kind());
            }
        }
        if (!read.workflow().name().isEmpty()) {
            checkText("name", read.workflow().name());
        }
        return read;
    }

    /** What goes into names of reservations, calendars and logs. */
    private static void checkText(String what, String text) {
        if (text.length() > LONGEST_ID
                || text.chars().anyMatch(Character::isISOControl)
                || text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
            throw new BadWorkflow(what, "it has at most " + LONGEST_ID + " printable characters");
        }
    }

    private static String shortened(String id) {
        String printable = id.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
    }

    /** The workflow of that id, if it is this account's to see. */
    static Upload own(Uploads uploads, Call call) {
        Upload upload = uploads.get(call.variable("workflow"))
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_WORKFLOW,
                                "there is no such workflow, or it was sent more than a day ago; send it again")
                        .thrown());
        if (!call.account().owns(upload.owner())) {
            throw Problem.notAllowed("workflow " + upload.id() + " belongs to somebody else")
                    .thrown();
        }
        return upload;
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of());
        query.closed().check();
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("workflows");
        uploads.list(call.account()::owns).forEach(upload -> array.add(WorkflowJson.line(upload)));
        return Answer.ok(node);
    }

    private Answer get(Call call) {
        return Answer.ok(WorkflowJson.graph(own(uploads, call)));
    }

    private Answer remove(Call call) {
        uploads.remove(own(uploads, call).id());
        return Answer.nothing();
    }
}
